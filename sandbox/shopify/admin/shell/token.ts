import { answerQuestion, page } from "./frame-channel.ts";

/** An id token for a request that is about to be made. */
export async function freshToken(): Promise<string> {
  const body = JSON.stringify({ shop: page["shop"] });
  const reply = await fetch("/_sandbox/token", { method: "POST", body });
  return ((await reply.json()) as { token: string }).token;
}

/** Who is signed in, and what the app may do. */
export function startTokens(): void {
  answerQuestion("id-token", freshToken);
  answerQuestion("scopes", () => {
    const granted = (page["scopes"] ?? "").split(",").filter(Boolean);
    return { granted, required: granted, optional: [] };
  });
}
