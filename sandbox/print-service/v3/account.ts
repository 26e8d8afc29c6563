/** Tokens and webhooks of version 3. */
import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { z } from "zod";
import type { Settings } from "../options.ts";
import { parse } from "../order-body.ts";
import { ApiError } from "../responses.ts";
import type { EventKind, Registration, Store } from "../store.ts";

interface TokenPair {
  access_token: string;
  refresh_token: string;
}

/** A new access token, as the service's own site makes them. */
export function issueAccessToken(store: Store, settings: Settings, account: string): TokenPair {
  const random = () => randomBytes(24).toString("base64url");
  const pair = { access_token: random(), refresh_token: random() };
  store.tokens.set(pair.access_token, {
    account,
    issuedAt: settings.clock.now(),
    refreshToken: pair.refresh_token,
  });
  store.tokensIssued += 1;
  return pair;
}

/** The tokens that exist from the beginning. */
export function addAccessTokens(store: Store, { accessTokens, clock }: Settings): void {
  for (const [token, account] of Object.entries(accessTokens))
    store.tokens.set(token, { account, issuedAt: clock.now(), refreshToken: `refresh-${token}` });
}

/** print-service-v3: getToken. */
export function tokenByPassword(store: Store, settings: Settings, body: unknown): TokenPair {
  if (!settings.version3.tokenByPassword) throw new ApiError(404, "no such endpoint");
  const { email, password } = parse(z.object({ email: z.string().min(1), password: z.string().min(1) }), body);
  const account = settings.accounts.find((one) => one.email.toLowerCase() === email.toLowerCase());
  if (account?.password !== password) throw new ApiError(401, "Wrong email or password!");
  return issueAccessToken(store, settings, account.email);
}

/** print-service-v3: refreshToken. The old token ends. */
export function refreshToken(store: Store, settings: Settings, params: Record<string, unknown>): TokenPair {
  if (!settings.version3.tokenRefresh) throw new ApiError(404, "no such endpoint");
  const { refresh_token } = parse(z.object({ refresh_token: z.string().min(1) }), params);
  const old = [...store.tokens].find(([, one]) => one.refreshToken === refresh_token);
  if (!old) throw new ApiError(401, "Not authenticated");
  store.tokens.delete(old[0]);
  return issueAccessToken(store, settings, old[1].account);
}

/** The account behind a request's token, if it is one that counts. */
export function accountOfRequest(store: Store, settings: Settings, request: IncomingMessage): string | undefined {
  const { header, tokenDays } = settings.version3;
  const own = header === "bearer" ? undefined : request.headers[`${settings.prefix.toLowerCase()}-access-token`];
  const bearer = header === "prefix" ? undefined : /^Bearer (.+)$/i.exec(request.headers.authorization ?? "")?.[1];
  const token = bearer ?? (typeof own === "string" ? own : undefined);
  const known = token === undefined ? undefined : store.tokens.get(token);
  if (known?.refreshToken === undefined) return undefined;
  const age = settings.clock.now().getTime() - known.issuedAt.getTime();
  return age < tokenDays * 86_400_000 ? known.account : undefined;
}

const KINDS: Record<string, EventKind> = { order: "order_status", tracking: "tracking" };
const webhook = z.object({
  endpoint: z.url({ protocol: /^https?$/ }),
  access_key: z
    .string()
    .regex(/^[A-Za-z0-9_-]*$/, "must be letters, digits, - and _")
    .default(""),
  access_token: z.string().default(""),
});

/** print-service-v3: getWebhook, createWebhook, updateWebhook, deleteWebhook. Returns what is registered then. */
export function changeWebhook(
  store: Store,
  settings: Settings,
  account: string,
  method: string,
  type: unknown,
  body: () => unknown,
): Record<string, string> | null {
  const kind = typeof type === "string" && Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
  if (kind === undefined) throw new ApiError(400, "type must be order or tracking");
  const at = store.registrations.findIndex((r) => r.account === account && r.kind === kind && r.isVersion3);
  if (method === "GET") return shown(store.registrations[at], String(type));
  if (method !== "POST" && at < 0) throw new ApiError(400, "Not found! No registered webhook.");
  if (method === "DELETE") {
    store.registrations.splice(at, 1);
    return null;
  }
  if (method === "POST" && at >= 0 && settings.version3.webhookTwice === "refused")
    throw new ApiError(400, "Webhook has been existed!");
  const { endpoint, access_key: accessKey, access_token: accessToken } = parse(webhook, body());
  const registration: Registration = {
    account,
    isVersion3: true,
    kind,
    endpoint,
    active: true,
    accessKey,
    accessToken,
  };
  if (at < 0) store.registrations.push(registration);
  else store.registrations[at] = registration;
  return shown(registration, String(type));
}

const shown = (found: Registration | undefined, type: string): Record<string, string> | null =>
  found ? { type, endpoint: found.endpoint, access_key: found.accessKey, access_token: found.accessToken } : null;
