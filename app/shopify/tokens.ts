import type { PrismaClient } from "../../prisma/client/client.ts";
import { Session } from "@shopify/shopify-app-remix/server";
import type { SingleFlight } from "../ports/single-flight.ts";
import type { Clock } from "../ports/clock.ts";
import { RemoteError } from "../ports/errors.ts";
import type { Log } from "../ports/log.ts";
import type { EncryptedSessionStorage, StoredToken } from "./session-storage.ts";
import { refreshTokens, UnusableTokenError, type AppCredentials } from "./token-endpoint.ts";

interface TokensContext {
  db: PrismaClient;
  sessions: EncryptedSessionStorage;
  app: AppCredentials;
  singleFlight: SingleFlight;
  clock: Clock;
  log: Log;
}

/** A token that expires within this time is renewed first, so that it lasts for the work that follows. */
const MARGIN_MS = 5 * 60_000;
/** shopify: refresh tokens live for 90 days; unused ones are renewed this long before their end. */
const UNUSED_MARGIN_MS = 30 * 24 * 60 * 60_000;
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
