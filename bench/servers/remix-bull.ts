/**
 * Floor: a Remix route with `authenticate.webhook` over the app's session storage, then an awaited Bull job with the
 * body.
 */
import "@shopify/shopify-app-remix/adapters/node";
import { createRequestHandler } from "@remix-run/express";
import type { ActionFunctionArgs, ServerBuild } from "@remix-run/node";
import { ApiVersion, AppDistribution, Session, shopifyApp } from "@shopify/shopify-app-remix/server";
import Bull from "bull";
import express from "express";
import { createDatabase } from "../../app/database/db.server.ts";
import { createEncryptor } from "../../app/encryption/encryptor.server.ts";
import { EncryptedSessionStorage } from "../../app/shopify/session-storage.ts";
import { input, serve } from "../child.ts";
import { SECRET, SHOP } from "../signed-orders.ts";

const { databaseUrl, redisUrl, connections } = input<{ databaseUrl: string; redisUrl: string; connections: number }>();
const database = createDatabase(databaseUrl, { connections });
const sessionStorage = new EncryptedSessionStorage(database, createEncryptor([{ id: "k1", key: Buffer.alloc(32, 1) }]));
await sessionStorage.storeSession(
  new Session({
    id: `offline_${SHOP}`,
    shop: SHOP,
    state: "",
    isOnline: false,
    accessToken: "token",
    scope: "read_orders",
  }),
);
const { authenticate } = shopifyApp({
  apiKey: "bench",
  apiSecretKey: SECRET,
  apiVersion: ApiVersion.October26,
  scopes: ["read_orders"],
  appUrl: "https://bench.example",
  authPathPrefix: "/auth",
  sessionStorage,
  distribution: AppDistribution.AppStore,
  future: { unstable_newEmbeddedAuthStrategy: true },
});
const queue = new Bull("webhooks", redisUrl, { prefix: "baseline" });

async function action({ request }: ActionFunctionArgs): Promise<Response> {
  const { topic, shop, payload } = await authenticate.webhook(request);
  await queue.add({ topic, shop, payload });
  return new Response();
}

/** What `remix build` makes of an app with this one route. */
const build: ServerBuild = {
  mode: "production",
  entry: { module: { default: () => new Response(null, { status: 404 }) } },
  routes: { webhooks: { id: "webhooks", path: "webhooks/*", module: { action, default: undefined as never } } },
  assets: { entry: { imports: [], module: "" }, routes: {}, url: "", version: "" },
  publicPath: "/",
  assetsBuildDirectory: "",
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_singleFetch: true,
    v3_lazyRouteDiscovery: true,
  },
  isSpaMode: false,
};
await queue.isReady();
const http = express();
http.disable("x-powered-by");
const remix = createRequestHandler({ build, mode: "production" });
http.all("*", (req, res, next) => void remix(req, res, next));
serve(http);
