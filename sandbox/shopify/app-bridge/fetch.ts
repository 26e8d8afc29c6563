import { ask } from "./channel.ts";
import { openAddress } from "./links.ts";

const plainFetch = window.fetch.bind(window);

export const idToken = (): Promise<string> => ask({ kind: "id-token", detail: null });

let begun = 0;
/** How many requests the page has begun. */
export const requestsBegun = (): number => begun;

async function signed(request: Request): Promise<Response> {
  const headers = new Headers(request.headers);
  headers.set("authorization", `Bearer ${await idToken()}`);
  headers.set("x-requested-with", "XMLHttpRequest");
  return plainFetch(new Request(request, { headers }));
}

/** Requests to the app carry a fresh id token; one that the app finds invalid is tried once more with another. */
export function signRequests(): void {
  window.fetch = async (input, init) => {
    begun += 1;
    const request = new Request(input, init);
    if (new URL(request.url).origin !== location.origin || request.headers.has("authorization")) {
      return plainFetch(request);
    }
    const again = request.clone();
    const answer = await signed(request);
    const elsewhere = answer.headers.get("x-shopify-api-request-failure-reauthorize-url");
    if (elsewhere) openAddress(elsewhere);
    return answer.headers.has("x-shopify-retry-invalid-session-request") ? signed(again) : answer;
  };
}
