import { fileURLToPath } from "node:url";
import { freePort } from "../../scripts/launcher/free-port.ts";
import { startApp } from "../../scripts/launcher/start-app.ts";
import type { World } from "./test-app.ts";
import { LAX_DATABASE } from "./unsafe-database.ts";

/** The built app's pages over the database of a world, in a process of their own. */
export interface Web {
  url: string;
  /** What it has written so far: its log. */
  said(): string;
  /** A request with an id token of this shop; `token: null` without one. JSON is sent where there is a body. */
  ask(shop: string, method: string, path: string, options?: Asked): Promise<Answered>;
  close(): Promise<void>;
}

export interface Asked {
  body?: unknown;
  /** Another token than the shop's own; null: none. */
  token?: string | null;
  headers?: Record<string, string>;
}

export interface Answered {
  status: number;
  headers: Headers;
  text: string;
}

// The Shopify SDK turns away whatever looks like a robot.
const BROWSER = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36";
const REROUTE = fileURLToPath(new URL("../../sandbox/reroute.ts", import.meta.url));

export async function openWeb(world: World, role: "web" | "all" = "web"): Promise<Web> {
  const { env } = world.services.core;
  const lines: string[] = [];
  const app = await startApp({
    port: await freePort(),
    preload: [REROUTE],
    env: {
      DATABASE_URL: env.databaseUrl,
      ...LAX_DATABASE,
      REDIS_URL: env.redisUrl,
      CREDENTIALS_KEY: env.sealKeys.map(({ id, key }) => `${id}:${Buffer.from(key).toString("base64")}`).join(","),
      SHOPIFY_API_KEY: env.shopify.apiKey,
      SHOPIFY_API_SECRET: env.shopify.apiSecret,
      SHOPIFY_APP_URL: env.shopify.appUrl,
      SCOPES: env.shopify.scopes.join(","),
      PRINT_SERVICE_URL: env.printService.url,
      PRINT_SERVICE_PREFIX: env.printService.prefix,
      INKBRIDGE_SHOPIFY_STANDIN: world.shopify.url,
      LOG_LEVEL: "debug",
      ROLE: role,
    },
    onLine: (line) => void lines.push(line),
  });
  return {
    url: app.url,
    said: () => lines.join("\n"),
    close: async () => void (await app.stop()),
    async ask(shop, method, path, { body, token = world.shopify.sessionToken(shop), headers = {} } = {}) {
      const answer = await fetch(`${app.url}${path}`, {
        method,
        redirect: "manual",
        headers: {
          "user-agent": BROWSER,
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      return { status: answer.status, headers: answer.headers, text: await answer.text() };
    },
  };
}
