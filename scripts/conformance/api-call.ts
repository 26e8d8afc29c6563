import { request } from "undici";
/** A JSON object of the service. */
export type Body = Record<string, unknown>;

/** The result of one request. */
export interface ApiResponse {
  /** Without personal data and tokens, e.g. `HTTP 200, status 200`. */
  summary: string;
  httpStatus: number;
  /** null: no answer, or no JSON object. */
  body: Body | null;
  /** HTTP 200, and the body says so, too. */
  success: boolean;
}

/** Asks one endpoint. Never throws, never follows a redirect. */
export type ApiCall = (method: "GET" | "POST", path: string, fields: Body, token?: string) => Promise<ApiResponse>;

/** How one version of the interface is asked. */
export interface Wire {
  /** Address of all endpoints, without a trailing slash. */
  base: string;
  getParams: "query" | "body";
  tokenHeaders(token: string): Record<string, string>;
  succeeded(body: Body): boolean;
}

const TIMEOUT_MS = 30_000;

export function createApiCall({ base, getParams, tokenHeaders, succeeded }: Wire): ApiCall {
  return async (method, path, fields, token) => {
    const url = new URL(`${base}/${path}`);
    const inQuery = method === "GET" && getParams === "query";
    if (inQuery) for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, String(value));
    try {
      const answer = await request(url, {
        method,
        headers: {
          accept: "application/json",
          ...(inQuery ? {} : { "content-type": "application/json" }),
          ...(token === undefined ? {} : tokenHeaders(token)),
        },
        body: inQuery ? null : JSON.stringify(fields),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      return read(answer.statusCode, await answer.body.text(), succeeded);
    } catch (error) {
      return { summary: `no answer (${codeOf(error)})`, httpStatus: 0, body: null, success: false };
    }
  };
}

function read(httpStatus: number, text: string, succeeded: Wire["succeeded"]): ApiResponse {
  const body = objectIn(text);
  if (!body) return { summary: `HTTP ${httpStatus}, no JSON object`, httpStatus, body, success: false };
  const { status, success } = body;
  const shown = typeof status === "number" || /^\d{3}$/.test(String(status)) ? JSON.stringify(status) : "not a number";
  return {
    summary: `HTTP ${httpStatus}, ${typeof success === "boolean" ? `success ${success}` : `status ${status === undefined ? "missing" : shown}`}`,
    httpStatus,
    body,
    success: httpStatus === 200 && succeeded(body),
  };
}

function objectIn(text: string): Body | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === "object" && parsed !== null && !Array.isArray(parsed) ? { ...parsed } : null;
  } catch {
    return null;
  }
}

function codeOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return typeof code === "string" ? code : String(name);
}
