import { NoSuchModelError } from "@ai-sdk/provider";
import { wrapLanguageModel } from "ai";
import { expect, it } from "vitest";
import { DemoModel } from "./demo/demo-model.ts";
import { firstListedModel } from "./first-listed-model.ts";

it("asks for the list once, and again when the server has dropped the model that was chosen", async () => {
  let listed = ["text-embed", "one", "two"];
  const lists: string[] = [];
  const asked: string[] = [];
  const list = async () => {
    lists.push(listed.join());
    return listed;
  };
  const create = (id: string) =>
    wrapLanguageModel({
      model: new DemoModel({ wordDelayMilliseconds: 0 }),
      middleware: {
        specificationVersion: "v4",
        wrapStream: async ({ doStream }) => {
          asked.push(id);
          if (!listed.includes(id)) throw new NoSuchModelError({ modelId: id, modelType: "languageModel" });
          return doStream();
        },
      },
    });
  const model = firstListedModel("auto", list, create);
  const ask = () => model.doStream({ prompt: [] });
  await ask();
  await ask();
  listed = ["two"];
  await expect(ask()).rejects.toThrow(NoSuchModelError);
  await ask();
  await ask();
  expect(lists).toEqual(["text-embed,one,two", "two"]);
  expect(asked).toEqual(["one", "one", "one", "two", "two"]);
});
