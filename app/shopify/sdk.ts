import "@shopify/shopify-app-remix/adapters/node";
import { ApiVersion, AppDistribution, LogSeverity, shopifyApp } from "@shopify/shopify-app-remix/server";
import type { Log } from "../ports/observe.ts";
import type { AppCredentials } from "./tokens.ts";
import type { EncryptedSessionStorage } from "./session-storage.ts";

export const API_VERSION = ApiVersion.October26;

interface SdkOptions extends AppCredentials {
  appUrl: string;
  scopes: string[];
  sessions: EncryptedSessionStorage;
  log: Log;
  /** Runs after every token exchange, also at each renewal by an open page: must be repeatable. */
  onInstalled(shop: string, scopes: string): Promise<void>;
}

/**
 * The Shopify SDK for the embedded pages: session tokens, token exchange, headers of the frame.
 * Webhooks go through app/webhooks, calls of the Admin API through client.ts.
 */
export function createShopifyApp(options: SdkOptions) {
  return shopifyApp({
    apiKey: options.apiKey,
    apiSecretKey: options.apiSecret,
    apiVersion: API_VERSION,
    scopes: options.scopes,
    appUrl: options.appUrl,
    authPathPrefix: "/auth",
    sessionStorage: options.sessions,
    distribution: AppDistribution.AppStore,
    future: { unstable_newEmbeddedAuthStrategy: true, expiringOfflineAccessTokens: true },
    // Messages are dropped: they may quote tokens and answers. Thrown errors reach the page's log.
    logger: {
      level: LogSeverity.Warning,
      log: (severity) => {
        options.log.warn({ severity: LogSeverity[severity] }, "the Shopify SDK gave a warning");
        return Promise.resolve();
      },
    },
    hooks: {
      afterAuth: ({ session }) => options.onInstalled(session.shop, session.scope ?? ""),
    },
  });
}

export type ShopifyApp = ReturnType<typeof createShopifyApp>;
