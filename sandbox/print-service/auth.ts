import type { IncomingMessage } from "node:http";
import { randomBytes } from "node:crypto";
import { ok, ApiError } from "./responses.ts";
import type { JsonResponse } from "./responses.ts";
import type { Settings } from "./options.ts";
import type { Store } from "./store.ts";

/** print-service: getToken, getTokenByGet: credentials for a token. */
export function issueToken(store: Store, settings: Settings, params: Record<string, unknown>): JsonResponse {
  const { email, password } = params;
  if (typeof email !== "string" || email === "") throw new ApiError(400, "email is required");
  if (typeof password !== "string" || password === "") throw new ApiError(400, "password is required");
  const account = settings.accounts.find((a) => a.email.toLowerCase() === email.toLowerCase());
  if (account?.password !== password) throw new ApiError(401, "wrong email or password");
  if (settings.oneToken) revokeTokensOf(store, account.email);
  const token = randomBytes(24).toString("base64url");
  store.tokens.set(token, { account: account.email, issuedAt: settings.clock.now() });
  store.tokensIssued += 1;
  return ok({ result: { access_token: token } });
}

function revokeTokensOf(store: Store, email: string): void {
  for (const [token, { account, refreshToken }] of store.tokens)
    if (account === email && refreshToken === undefined) store.tokens.delete(token);
}

/** The account behind the token header, whether or not the token still counts. */
export function accountOfToken(store: Store, settings: Settings, request: IncomingMessage): string | undefined {
  const header = request.headers[`${settings.prefix.toLowerCase()}-access-token`];
  return typeof header === "string" ? store.tokens.get(header)?.account : undefined;
}

/** The account behind the token header. @throws Refusal 401 */
export function accountOf(store: Store, settings: Settings, header: string | string[] | undefined): string {
  const known = typeof header === "string" ? store.tokens.get(header) : undefined;
  if (!known || known.refreshToken !== undefined) throw new ApiError(401, "the access token is not valid");
  const age = settings.clock.now().getTime() - known.issuedAt.getTime();
  if (settings.tokenTtlMs !== null && age >= settings.tokenTtlMs)
    throw new ApiError(401, "the access token has expired");
  return known.account;
}
