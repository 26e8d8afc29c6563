import type { PrismaClient } from "../../prisma/client/client.ts";
import { Session } from "@shopify/shopify-app-remix/server";
import type { SingleFlight } from "../ports/single-flight.ts";
import { DAY_MS, MINUTE_MS, type Clock } from "../ports/clock.ts";
import { RemoteError, UnauthorizedError, UnavailableError, type RemoteErrorInit } from "../ports/errors.ts";
import type { Log, ObserveCall } from "../ports/observe.ts";
import type { EncryptedSessionStorage, StoredToken } from "./session-storage.ts";
import { z } from "zod";
import { ForbiddenError, storeUnavailable } from "./answers.ts";
import { postJson, statusResult } from "./client.ts";
import { subscribe, unsubscribe } from "node:diagnostics_channel";

interface TokensContext {
  db: PrismaClient;
  sessions: EncryptedSessionStorage;
  app: AppCredentials;
  singleFlight: SingleFlight;
  clock: Clock;
  log: Log;
}

/** A token that expires within this time is renewed first, so that it lasts for the work that follows. */
const MARGIN_MS = 5 * MINUTE_MS;
/** shopify: refresh tokens live for 90 days; unused ones are renewed this long before their end. */
const UNUSED_MARGIN_MS = 30 * DAY_MS;
const BATCH_SIZE = 100;

type TokenOfShop = StoredToken | Pick<Session, keyof StoredToken>;

/** shopify-api: getOfflineId */
const offlineId = (shop: string): string => `offline_${shop}`;

/**
 * Offline tokens of all shops. A shop's token is renewed by one process at a time: using the new refresh token ends the
 * old one.
 */
export function createOfflineTokens(ctx: TokensContext) {
  const load = async (shop: string): Promise<Session> => {
    const session = await ctx.sessions.loadSession(offlineId(shop));
    if (!session?.accessToken) throw noToken();
    return session;
  };
  const isFresh = (session: TokenOfShop): boolean =>
    !session.expires || session.expires.getTime() - ctx.clock.now().getTime() > MARGIN_MS;

  const renewUnless = async (shop: string, isUsable: (session: TokenOfShop) => boolean): Promise<string> => {
    const session = await ctx.singleFlight<TokenOfShop>(`shopify-token:${shop}`, {
      async existing() {
        const stored = await ctx.sessions.loadToken(offlineId(shop));
        if (!stored?.accessToken) throw noToken();
        return isUsable(stored) ? stored : null;
      },
      renew: async () => renewSession(ctx, await load(shop)),
    });
    return tokenOf(session);
  };

  return {
    current: (shop: string) => renewUnless(shop, isFresh),
    renew: (shop: string, rejected: string) => renewUnless(shop, (session) => session.accessToken !== rejected),
    /**
     * Renews refresh tokens that were unused for long, before they expire. Returns how many were renewed. `stopping` ends it
     * after the renewal under way: a token whose answer is lost may be lost with it.
     */
    async refreshExpiring(stopping?: AbortSignal): Promise<number> {
      const before = new Date(ctx.clock.now().getTime() + UNUSED_MARGIN_MS);
      const rows = await ctx.db.session.findMany({
        where: { isOnline: false, refreshTokenExpires: { gt: ctx.clock.now(), lt: before } },
        orderBy: { refreshTokenExpires: "asc" },
        take: BATCH_SIZE,
        select: { shop: true },
      });
      let renewed = 0;
      for (const { shop } of rows) {
        if (stopping?.aborted) break;
        try {
          await renewUnless(shop, (session) => !session.refreshTokenExpires || session.refreshTokenExpires >= before);
          renewed += 1;
        } catch (error) {
          if (!(error instanceof RemoteError)) throw error;
          ctx.log.warn({ shop, error: error.name }, "an unused Shopify token was not renewed");
        }
      }
      return renewed;
    },
  };
}

function tokenOf(session: TokenOfShop): string {
  if (!session.accessToken) throw noToken();
  return session.accessToken;
}

const noToken = () => new UnusableTokenError("none", "no token of this shop: the app has to be opened in Shopify");

async function renewSession(ctx: TokensContext, session: Session): Promise<Session> {
  const expired = session.refreshTokenExpires && session.refreshTokenExpires <= ctx.clock.now();
  if (!session.refreshToken || expired)
    throw new UnusableTokenError("none", "this shop's token cannot be renewed: the app has to be opened in Shopify");
  const newTokens = await refreshTokens(ctx.app, session.shop, session.refreshToken);
  // Meanwhile the SDK may have stored a newer session (the app was opened), or an uninstallation deleted it.
  const stored = await ctx.sessions.loadSession(session.id);
  if (!stored) throw new UnusableTokenError("none", "the app was uninstalled meanwhile");
  if (stored.refreshToken !== session.refreshToken) return stored;
  const now = ctx.clock.now().getTime();
  const renewed = new Session({
    ...session.toObject(),
    scope: newTokens.scope || session.scope,
    accessToken: newTokens.accessToken,
    expires: new Date(now + newTokens.expiresIn * 1000),
    refreshToken: newTokens.refreshToken,
    refreshTokenExpires: new Date(now + newTokens.refreshExpiresIn * 1000),
  });
  await ctx.sessions.storeSession(renewed);
  return renewed;
}

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
async function refreshTokens(app: AppCredentials, shop: string, refreshToken: string) {
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

const TOKEN_PATH = "/admin/oauth/access_token";

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

interface Message {
  request: { path: string };
  response?: { statusCode: number };
}

/**
 * Observes each request to Shopify's token endpoint, until the returned function is called. The SDK exchanges tokens by itself
 * and shows none of its failures: fetch reports every request (undici: docs/api/DiagnosticsChannel).
 */
export function observeTokenExchanges(observe: ObserveCall): () => void {
  const startedAt = new WeakMap<object, number>();
  const end = ({ request, response }: Message) => {
    const since = startedAt.get(request);
    if (since === undefined) return;
    startedAt.delete(request);
    const result = response ? statusResult(response.statusCode) : "no_answer";
    const ms = performance.now() - since;
    observe({ system: "shopify", operation: "accessToken", isWrite: false, result, ms });
  };
  const listeners: Record<string, (message: unknown) => void> = {
    "undici:request:create": (message) => {
      const { request } = message as Message;
      if (request.path === TOKEN_PATH) startedAt.set(request, performance.now());
    },
    "undici:request:headers": (message) => end(message as Message),
    "undici:request:error": (message) => end(message as Message),
  };
  for (const [channel, listener] of Object.entries(listeners)) subscribe(channel, listener);
  return () => {
    for (const [channel, listener] of Object.entries(listeners)) unsubscribe(channel, listener);
  };
}
