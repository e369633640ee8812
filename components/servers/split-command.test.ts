import { expect, test } from "vitest";
import { joinCommand, splitCommand } from "./split-command";

test.each([
  ["npx -y server", ["npx", "-y", "server"]],
  ["node \"my server.js\" --name='a b'", ["node", "my server.js", "--name=a b"]],
  ['run "" x', ["run", "", "x"]],
  ['say "\\"hi\\""', ["say", '"hi"']],
  ["C:\\tools\\run.exe", ["C:\\tools\\run.exe"]],
  ["a; rm -rf $HOME | b", ["a;", "rm", "-rf", "$HOME", "|", "b"]],
  ["  ", []],
])("%s", (line, words) => {
  expect(splitCommand(line)).toEqual(words);
});

test("a quote that is not closed is no command", () => {
  expect(splitCommand('node "server.js')).toBeNull();
});

test.each([[["node", "my server.js"]], [["a", "", 'b"c', "d'e"]], [["C:\\x y\\", "z"]]])(
  "%j comes back from its line",
  (words) => {
    expect(splitCommand(joinCommand(words))).toEqual(words);
  },
);
