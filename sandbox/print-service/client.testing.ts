import { DEFAULT_ACCOUNT } from "./options.ts";

export interface Reply {
  httpStatus: number;
  // Foreign JSON, looked into freely by tests.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  body: any;
}

/** Plain fetch against a stand-in, for tests. */
export function testClient(url: string, header = "SVC-ACCESS-TOKEN") {
  const call = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply> => {
    const answer = await fetch(url + path, {
      method,
      headers: { "Content-Type": "application/json", ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return { httpStatus: answer.status, body: await answer.json() };
  };
  const token = async (): Promise<string> =>
    (await call("POST", "/cdn/api/auth/v1/token", DEFAULT_ACCOUNT)).body.result.access_token as string;
  return {
    call,
    token,
    /** Calls that carry a fresh token. */
    async signedIn() {
      const headers = { [header]: await token() };
      return {
        post: (path: string, body: unknown) => call("POST", path, body, headers),
        get: (path: string, params: Record<string, string> = {}) =>
          call("GET", `${path}?${new URLSearchParams(params)}`, undefined, headers),
      };
    },
  };
}
