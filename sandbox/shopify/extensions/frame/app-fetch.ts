import { ask } from "./channel.ts";

const plainFetch = window.fetch.bind(window);

export const idToken = (): Promise<string> => ask({ kind: "id-token", detail: null });

/** In an extension a path is one of the app's, and what goes to the app carries an id token. */
export function signAppRequests(appUrl: string): void {
  window.fetch = async (input, init) => {
    const request = new Request(input instanceof Request ? input : new URL(input, appUrl), init);
    if (new URL(request.url).origin === new URL(appUrl).origin && !request.headers.has("authorization")) {
      request.headers.set("authorization", `Bearer ${await idToken()}`);
    }
    return plainFetch(request);
  };
}
