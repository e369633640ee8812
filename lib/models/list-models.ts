import { APICallError, InvalidResponseDataError } from "@ai-sdk/provider";
import { z } from "zod";

const answerSchema = z.object({ data: z.array(z.object({ id: z.string() })) });

/** The ids of GET {base}/models in the server's own order; throws what `describeModelError` can put in words. */
export async function listModels(
  { baseUrl, apiKey }: { baseUrl: string; apiKey: string | undefined },
  signal?: AbortSignal,
): Promise<string[]> {
  const url = `${baseUrl}/models`;
  const timeout = AbortSignal.timeout(5_000);
  const response = await fetch(url, {
    headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  });
  const body = await response.text();
  const data = parseJson(body);
  if (!response.ok) {
    throw new APICallError({
      message: response.statusText,
      url,
      requestBodyValues: {},
      statusCode: response.status,
      responseHeaders: Object.fromEntries(response.headers),
      responseBody: body,
      data,
    });
  }
  const answer = answerSchema.safeParse(data);
  if (!answer.success) throw new InvalidResponseDataError({ data, message: "This is no list of models." });
  return answer.data.data.map((model) => model.id);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
