import type { RequestFailed } from "./request-failed.ts";

/** Posts JSON to one of the app's routes, without reloading the page. */
export async function postJson<T>(path: string, body: unknown): Promise<T | RequestFailed> {
  try {
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
    return answer.ok ? ((await answer.json()) as T) : { outcome: "failed" };
  } catch {
    // The browser is offline, or the answer was lost.
    return { outcome: "failed" };
  }
}
