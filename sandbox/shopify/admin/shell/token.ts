import { answerQuestion, page } from "./frame-channel.ts";

/** An id token for a request that is about to be made. */
export async function freshToken(): Promise<string> {
  const body = JSON.stringify({ shop: page["shop"] });
  const reply = await fetch("/_sandbox/token", { method: "POST", body });
  return ((await reply.json()) as { token: string }).token;
}

/** Who is signed in. */
export function startTokens(): void {
  answerQuestion("id-token", freshToken);
}
