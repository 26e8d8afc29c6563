/** HTTP for the sandbox's own scripts: they call the stand-ins and the app from outside. */
// The Shopify SDK rejects user agents of robots.
export const BROWSER =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

async function call<T>(url: string, init: RequestInit): Promise<T> {
  const headers = { "user-agent": BROWSER, ...(init.headers as Record<string, string> | undefined) };
  const answer = await fetch(url, { ...init, headers, signal: AbortSignal.timeout(30_000) }).catch((cause: unknown) => {
    throw new Error(`${new URL(url).origin} does not answer. Is the sandbox running (npm run sandbox)?`, { cause });
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${init.method ?? "GET"} ${url} answered ${answer.status}: ${text.slice(0, 500)}`);
  return (text === "" ? {} : JSON.parse(text)) as T;
}

const json = (body: unknown): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

/** The controls of a stand-in, below /_sandbox. */
export interface StandInControls {
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body: unknown): Promise<T>;
  /** Sends a body as it is. */
  raw<T>(path: string, body: string): Promise<T>;
}

export const standInControls = (url: string): StandInControls => ({
  get: (path) => call(`${url}/_sandbox/${path}`, {}),
  post: (path, body) => call(`${url}/_sandbox/${path}`, json(body)),
  raw: (path, body) => call(`${url}/_sandbox/${path}`, { method: "POST", body }),
});

/** The app as a merchant's browser reaches it: with an id token of the shop's admin. */
export interface MerchantApi {
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body: unknown): Promise<T>;
}

export function merchant(appUrl: string, shopify: StandInControls, shop: string): MerchantApi {
  const signed = async (init: RequestInit): Promise<RequestInit> => {
    const { token } = await shopify.post<{ token: string }>("token", { shop });
    return { ...init, headers: { ...(init.headers as Record<string, string>), authorization: `Bearer ${token}` } };
  };
  return {
    get: async (path) => call(`${appUrl}${path}`, await signed({})),
    post: async (path, body) => call(`${appUrl}${path}`, await signed(json(body))),
  };
}
