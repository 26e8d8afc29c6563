import { fileURLToPath } from "node:url";
import { freePort } from "../../scripts/launcher/free-port.ts";
import { startApp } from "../../scripts/launcher/start-app.ts";
import type { TestApp } from "./test-app.ts";
import { UNSAFE_DATABASE } from "./unsafe-database.ts";

/** The built app's pages over the database of a world, in a process of their own. */
export interface BuiltApp {
  url: string;
  /** What it has written so far: its log. */
  logOutput(): string;
  /** A request with an id token of this shop; `token: null` without one. JSON is sent where there is a body. */
  request(shop: string, method: string, path: string, options?: RequestOptions): Promise<BuiltAppResponse>;
  close(): Promise<void>;
}

export interface RequestOptions {
  body?: unknown;
  /** Another token than the shop's own; null: none. */
  token?: string | null;
  headers?: Record<string, string>;
}

export interface BuiltAppResponse {
  status: number;
  headers: Headers;
  text: string;
}

// The Shopify SDK turns away whatever looks like a robot.
const BROWSER = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36";
/** A module that leads a process to the stand-ins. */
export const REROUTE = fileURLToPath(new URL("../../sandbox/reroute.ts", import.meta.url));

/** Settings of a process beside a test app: the same database, keys and stand-ins. */
export function settingsBeside({ services, shopify }: TestApp): Record<string, string> {
  const { env } = services.core;
  return {
    DATABASE_URL: env.databaseUrl,
    ...UNSAFE_DATABASE,
    REDIS_URL: env.redisUrl,
    CREDENTIALS_KEY: env.encryptionKeys.map(({ id, key }) => `${id}:${Buffer.from(key).toString("base64")}`).join(","),
    SHOPIFY_API_KEY: env.shopify.apiKey,
    SHOPIFY_API_SECRET: env.shopify.apiSecret,
    SHOPIFY_APP_URL: env.shopify.appUrl,
    SCOPES: env.shopify.scopes.join(","),
    PRINT_SERVICE_URL: env.printService.url,
    PRINT_SERVICE_PREFIX: env.printService.prefix,
    INKBRIDGE_SHOPIFY_STANDIN: shopify.url,
  };
}

export async function startBuiltApp(testApp: TestApp, role: "web" | "all" = "web"): Promise<BuiltApp> {
  const lines: string[] = [];
  const app = await startApp({
    port: await freePort(),
    preload: [REROUTE],
    env: { ...settingsBeside(testApp), LOG_LEVEL: "debug", ROLE: role },
    onLine: (line) => void lines.push(line),
  });
  return {
    url: app.url,
    logOutput: () => lines.join("\n"),
    close: async () => void (await app.stop()),
    async request(shop, method, path, { body, token = testApp.shopify.sessionToken(shop), headers = {} } = {}) {
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
