import type { PrismaClient } from "@prisma/client";
import { Session } from "@shopify/shopify-app-remix/server";
import type { Alone } from "../ports/single-flight.ts";
import type { Clock } from "../ports/clock.ts";
import { ForeignError } from "../ports/errors.ts";
import type { Log } from "../ports/log.ts";
import type { ShopTokens } from "./client.ts";
import type { EncryptedSessionStorage } from "./session-storage.ts";
import { refreshTokens, TokenUnusable, type AppCredentials } from "./token-endpoint.ts";

export interface TokensContext {
  db: PrismaClient;
  sessions: EncryptedSessionStorage;
  app: AppCredentials;
  alone: Alone;
  clock: Clock;
  log: Log;
}

export interface OfflineTokens extends ShopTokens {
  /** Renews refresh tokens that nobody used for long, before they expire. Returns how many were renewed. */
  refreshExpiring(): Promise<number>;
}

/** A token that ends within this time is renewed first, so that it lasts for the work that follows. */
const MARGIN_MS = 5 * 60_000;
/** shopify: refresh tokens live for 90 days; unused ones are renewed this long before their end. */
const UNUSED_MARGIN_MS = 30 * 24 * 60 * 60_000;
const MOST_AT_ONCE = 100;

/** shopify-api: getOfflineId */
const offlineId = (shop: string): string => `offline_${shop}`;

/** Offline tokens of all shops. A shop's token is renewed by one process at a time: using the new refresh token ends the old one. */
export function createOfflineTokens(ctx: TokensContext): OfflineTokens {
  const load = async (shop: string): Promise<Session> => {
    const session = await ctx.sessions.loadSession(offlineId(shop));
    if (!session?.accessToken)
      throw new TokenUnusable("none", "no token of this shop: the app has to be opened in Shopify");
    return session;
  };
  const lasts = (session: Session): boolean =>
    !session.expires || session.expires.getTime() - ctx.clock.now().getTime() > MARGIN_MS;

  const renewUnless = async (shop: string, good: (session: Session) => boolean): Promise<string> => {
    const session = await ctx.alone(`shopify-token:${shop}`, {
      async ready() {
        const session = await load(shop);
        return good(session) ? session : null;
      },
      renew: async () => renewSession(ctx, await load(shop)),
    });
    return tokenOf(session);
  };

  return {
    current: (shop) => renewUnless(shop, lasts),
    renew: (shop, refused) => renewUnless(shop, (session) => session.accessToken !== refused),
    async refreshExpiring() {
      const before = new Date(ctx.clock.now().getTime() + UNUSED_MARGIN_MS);
      const rows = await ctx.db.session.findMany({
        where: { isOnline: false, refreshTokenExpires: { gt: ctx.clock.now(), lt: before } },
        orderBy: { refreshTokenExpires: "asc" },
        take: MOST_AT_ONCE,
        select: { shop: true },
      });
      let renewed = 0;
      for (const { shop } of rows) {
        try {
          await renewUnless(shop, (session) => !session.refreshTokenExpires || session.refreshTokenExpires >= before);
          renewed += 1;
        } catch (error) {
          if (!(error instanceof ForeignError)) throw error;
          ctx.log.warn({ shop, error: error.name }, "an unused Shopify token was not renewed");
        }
      }
      return renewed;
    },
  };
}

function tokenOf(session: Session): string {
  if (!session.accessToken)
    throw new TokenUnusable("none", "no token of this shop: the app has to be opened in Shopify");
  return session.accessToken;
}

async function renewSession(ctx: TokensContext, session: Session): Promise<Session> {
  const over = session.refreshTokenExpires && session.refreshTokenExpires <= ctx.clock.now();
  if (!session.refreshToken || over)
    throw new TokenUnusable("none", "this shop's token cannot be renewed: the app has to be opened in Shopify");
  const fresh = await refreshTokens(ctx.app, session.shop, session.refreshToken);
  // The SDK stores a session of its own when the app is opened meanwhile; an uninstallation removes it. Both are newer than ours.
  const present = await ctx.sessions.loadSession(session.id);
  if (!present) throw new TokenUnusable("none", "the app was uninstalled meanwhile");
  if (present.refreshToken !== session.refreshToken) return present;
  const now = ctx.clock.now().getTime();
  const renewed = new Session({
    ...session.toObject(),
    scope: fresh.scope || session.scope,
    accessToken: fresh.accessToken,
    expires: new Date(now + fresh.expiresIn * 1000),
    refreshToken: fresh.refreshToken,
    refreshTokenExpires: new Date(now + fresh.refreshExpiresIn * 1000),
  });
  await ctx.sessions.storeSession(renewed);
  return renewed;
}
