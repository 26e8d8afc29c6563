import { readText } from "../ports/transport.ts";

/** One POST of JSON to Shopify, `timeoutMs` with its answer. @throws the error of `fetch`, or of an answer that breaks off or is too large */
export async function postJson(
  url: string,
  body: unknown,
  limits: { timeoutMs: number; maxBytes: number },
  headers: Record<string, string> = {},
): Promise<{ answer: Response; text: string }> {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json", ...headers },
    body: JSON.stringify(body),
    redirect: "manual",
    signal: AbortSignal.timeout(limits.timeoutMs),
  });
  const text = await readText(answer.body, limits.maxBytes);
  if (text === null) throw new Error("the answer is too large");
  return { answer, text };
}
