import { randomUUID } from "node:crypto";
import { Session } from "@shopify/shopify-app-remix/server";
import { afterAll, afterEach, beforeAll } from "vitest";
import { openFreshDatabase } from "../../tests/support/database.ts";
import { createShopsContext } from "../../tests/support/shops-context.ts";
import { createSingleFlight } from "../database/lease.ts";
import { oddServer, rerouteShopify } from "./scripted-server.testing.ts";
import { EncryptedSessionStorage } from "./session-storage.ts";
import { createOfflineTokens } from "./tokens.ts";

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/**
 * For a whole test file: a function that opens a shop of a Shopify with scripted answers. The shop has no token yet.
 */
export function useScriptedShops() {
  let database: Awaited<ReturnType<typeof openFreshDatabase>>;
  const stops: (() => Promise<void>)[] = [];
  beforeAll(async () => void (database = await openFreshDatabase()));
  afterEach(async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
  });
  afterAll(() => database.drop());

  return async (script: Parameters<typeof oddServer>[0]) => {
    const server = await oddServer(script);
    stops.push(server.close, rerouteShopify(server.origin));
    const ctx = createShopsContext(database);
    const sessions = new EncryptedSessionStorage(ctx, ctx.encryptor);
    const shop = `s-${randomUUID()}.myshopify.com`;
    /** The tokens as one process holds them, with locks and caches of its own. */
    const process = () =>
      createOfflineTokens({
        ...ctx,
        sessions: new EncryptedSessionStorage(ctx, ctx.encryptor),
        app: { apiKey: "key", apiSecret: "secret" },
        singleFlight: createSingleFlight(ctx, 30_000),
      });
    /** Stores `access-0` and `refresh-0`, which last so many milliseconds. */
    const store = (accessMs: number, refreshMs: number) => {
      const at = ctx.clock.now().getTime();
      return sessions.storeSession(
        new Session({
          id: `offline_${shop}`,
          shop,
          state: "",
          isOnline: false,
          accessToken: "access-0",
          expires: new Date(at + accessMs),
          refreshToken: "refresh-0",
          refreshTokenExpires: new Date(at + refreshMs),
        }),
      );
    };
    return { ctx, sessions, server, shop, store, process };
  };
}
