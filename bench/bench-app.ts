import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { readEnv } from "../app/config/env.server.ts";
import { createLog } from "../app/logging/log.server.ts";
import { createServices, type Services } from "../app/composition/services.server.ts";
import { memoryShopify, type MemoryShopify } from "./memory-shopify.ts";
import { PRODUCT, SHOP, VARIANT } from "./signed-orders.ts";
import { connect } from "../tests/support/shops-context.ts";
import { gidOf } from "../app/ports/gid.ts";

export interface BenchApp {
  services: Services;
  shopify: MemoryShopify;
  origin: string;
  /** Another shop that prints at once, with a print account of its own. */
  addShop(domain: string): Promise<void>;
  /** Resolves when no wake-up waits and nothing is due. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * The app as ROLE=all has it, with one shop that prints at once; only Shopify and the artwork's hosts answer from
 * memory.
 */
export async function startBenchApp(settings: Record<string, string>): Promise<BenchApp> {
  const services = createServices(readEnv(settings), createLog("error"));
  const { ctx } = services.core;
  const shopify = memoryShopify();
  // Other people's networks are no part of what is measured: the two that a create call waits for answer at once.
  ctx.shopify = shopify;
  ctx.artwork = { check: async () => ({ ok: true, type: "image/png" }) };
  await seedShop(services, SHOP);
  const server = await serveWebhooks(services);
  const workers = await services.startWorkers();
  return {
    services,
    shopify,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    addShop: (domain) => seedShop(services, domain),
    idle: () => idle(services),
    async stop() {
      await workers.stop();
      await new Promise((resolve) => server.close(resolve));
      await services.close();
    },
  };
}

async function seedShop({ core: { ctx } }: Services, domain: string): Promise<void> {
  const then = new Date("2026-01-01T00:00:00Z");
  const shopId = ctx.ids.uuid();
  const shop = { id: shopId, domain, installedAt: then, goLiveAt: then, settings: { editWindowMinutes: 0 } };
  await ctx.db.shop.create({ data: shop });
  const product = {
    productGid: gidOf("Product", String(PRODUCT)),
    variantGid: gidOf("ProductVariant", String(VARIANT)),
  };
  const print = {
    itemSku: "BENCH-TEE-M",
    artworkFront: "https://art.bench.example/front.png",
    requiredSides: ["front" as const],
  };
  await ctx.db.mapping.create({ data: { id: ctx.ids.uuid(), shopId, ...product, ...print, updatedAt: then } });
  const connecting = { ...ctx, fetchToken: async () => "token of the bench" };
  await connect(connecting, domain, { email: `${domain}@bench.example`, password: "password" });
}

async function serveWebhooks(services: Services): Promise<Server> {
  const http = express();
  http.disable("x-powered-by");
  http.use(services.webhooks);
  const server = createServer(http);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

async function idle({ core: { queues, database } }: Services): Promise<void> {
  for (;;) {
    const counts = await Promise.all(Object.values(queues.byName).map((queue) => queue.getJobCounts()));
    const { rows } = await database.pool.query<{ due: boolean }>(
      `SELECT EXISTS (SELECT 1 FROM "WebhookDelivery" WHERE "state" = 'waiting' AND "dueAt" <= now())
           OR EXISTS (SELECT 1 FROM "Submission" WHERE "dueAt" <= now() OR "state" = 'submitting') AS due`,
    );
    if (counts.every((count) => count.waiting + count.active === 0) && !rows[0]?.due) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
