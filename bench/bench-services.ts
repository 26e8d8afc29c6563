import { readEnv } from "../app/config/env.server.ts";
import { createLog } from "../app/logging/log.server.ts";
import { createServices, type Services } from "../app/composition/services.server.ts";
import { memoryShopify } from "./memory-shopify.ts";
import type { Settings } from "./bench-context.ts";

type Overrides = Parameters<typeof createServices>[2];

/**
 * The app's services as production has them; only Shopify and the artwork's hosts answer from memory: other people's
 * networks are no part of what is measured.
 */
export function createBenchServices(settings: Settings, overrides: Overrides = {}): Services {
  const services = createServices(readEnv(settings), createLog("error"), overrides);
  const { ctx } = services.core;
  ctx.shopify = memoryShopify();
  ctx.artwork = { check: async () => ({ ok: true, type: "image/png", file: null }) };
  return services;
}
