import { z } from "zod";
import { UnauthorizedError, UnavailableError, type RemoteErrorInit } from "../ports/errors.ts";
import { ForbiddenError, storeUnavailable } from "./answers.ts";
import { postJson } from "./post-json.ts";

const tokenAnswer = z
  .object({
    access_token: z.string().min(1),
    scope: z.string().catch(""),
    expires_in: z.number().positive(),
    refresh_token: z.string().min(1),
    refresh_token_expires_in: z.number().positive(),
  })
  .transform((answer) => ({
    accessToken: answer.access_token,
    scope: answer.scope,
    refreshToken: answer.refresh_token,
    /** Seconds from now. */
    expiresIn: answer.expires_in,
    refreshExpiresIn: answer.refresh_token_expires_in,
  }));

export interface AppCredentials {
  apiKey: string;
  apiSecret: string;
}

/** There is no token of this shop: Shopify refuses the refresh token, or there is none that is valid. */
export class UnusableTokenError extends UnauthorizedError {
  readonly reason: "rejected" | "none";
  constructor(reason: UnusableTokenError["reason"], message: string, init: RemoteErrorInit = {}) {
    super(message, init);
    this.name = "UnauthorizedError";
    this.reason = reason;
  }
}

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 64 * 1024;

const errorBody = z.object({ error: z.string(), error_description: z.string().catch("") });

/**
 * Whether a refusal is of the refresh token. shopify: 401 invalid_request "This request requires an active
 * refresh_token"; invalid_request is also what it says of credentials of the app that it does not know.
 */
function isRefreshTokenRejected(text: string): boolean {
  const data = readError(text);
  if (!data) return false;
  if (data.error === "invalid_grant" || data.error === "app_not_installed") return true;
  return data.error === "invalid_request" && data.error_description.includes("active refresh_token");
}

const readError = (text: string) => errorBody.safeParse(tryParseJson(text)).data;

/**
 * shopify: grant_type=refresh_token. The used refresh token stops working: one call at a time per shop.
 * @throws UnusableTokenError when Shopify refuses that token (the app has to be opened again), UnauthorizedError when
 * it refuses the request otherwise, UnavailableError for everything else
 */
export async function refreshTokens(app: AppCredentials, shop: string, refreshToken: string) {
  const { status, text } = await postToTokenEndpoint(shop, {
    client_id: app.apiKey,
    client_secret: app.apiSecret,
    grant_type: "refresh_token",
    refresh_token: refreshToken,
  });
  if (status >= 400 && status < 500 && isRefreshTokenRejected(text)) {
    throw new UnusableTokenError("rejected", "Shopify refuses the refresh token", { httpStatus: status });
  }
  const unavailable = storeUnavailable(status, text);
  if (unavailable) throw unavailable;
  // Not an answer of the token endpoint: nothing is known about shop, app or token.
  if (status === 403 && !readError(text)) throw new ForbiddenError();
  if (status >= 400 && status < 500 && ![408, 429].includes(status)) {
    throw new UnauthorizedError("Shopify refuses to renew the token", { httpStatus: status });
  }
  if (status !== 200) throw new UnavailableError("Shopify renews no token now", { httpStatus: status });
  const read = tokenAnswer.safeParse(tryParseJson(text));
  if (!read.success) throw new UnavailableError("Shopify's answer holds no token", { httpStatus: status });
  return read.data;
}

export const TOKEN_PATH = "/admin/oauth/access_token";

/** shopify: POST /admin/oauth/access_token. @throws UnavailableError when no answer comes */
export async function postToTokenEndpoint(
  shop: string,
  body: Record<string, string>,
): Promise<{ status: number; text: string }> {
  try {
    const { answer, text } = await postJson(`https://${shop}${TOKEN_PATH}`, body, {
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    });
    return { status: answer.status, text };
  } catch (cause) {
    throw new UnavailableError("Shopify's token endpoint gave no answer", { cause });
  }
}

/** The parsed text; null where it is no JSON. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
