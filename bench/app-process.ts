import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { appSettings, SANDBOX_KEY, SANDBOX_SECRET } from "../sandbox/app-settings.ts";
import { devGoods } from "../sandbox/dev-goods.ts";
import { setUpApp } from "../sandbox/dev-shop.ts";
import { BROWSER, merchant, standInControls } from "../sandbox/http-clients.ts";
import { readOptions } from "../sandbox/options.ts";
import { createPrintServiceStandIn, type PrintServiceStandIn } from "../sandbox/print-service/index.ts";
import { orderInput, PEOPLE } from "../sandbox/shopify/buyers.ts";
import { findGoods } from "../sandbox/shopify/goods.ts";
import type { Order, Plan } from "../sandbox/shopify/model.ts";
import type { ShopifyStandIn } from "../sandbox/shopify/stand-in.ts";
import { createShopifyStandIn } from "../sandbox/shopify/start-stand-in.ts";
import { readSubscriptions } from "../sandbox/shopify/subscriptions.ts";
import { freePort } from "../scripts/launcher/free-port.ts";
import { startApp } from "../scripts/launcher/start-app.ts";
import type { BenchContext } from "./bench-context.ts";

/** From one step of the print service to the next: a parcel leaves half a second after its order came, in milliseconds. */
const PRODUCTION_STEP_MS = 250;
const PASSWORD = "let-me-print";
const THIS_CHECKOUT = fileURLToPath(new URL("..", import.meta.url));

/** The app's process as it is deployed, between the sandbox's stand-ins, which are in this one. */
export interface AppProcess {
  shopify: ShopifyStandIn;
  printService: PrintServiceStandIn;
  /** Buys one shirt; the shop's other side is informed as Shopify does. */
  placeOrder(shop: string): Order;
  /** Milliseconds until the shop's page has been read. */
  readPage(shop: string, path: string): Promise<number>;
}

export interface AppProcessOptions {
  /** Shops that are set up, each with a print account of its own name. */
  shops: Readonly<Record<string, Plan>>;
  /** Folder of another checkout with packages and a build, whose app runs in place of this one's. */
  checkout?: string;
}

/** Runs `work` beside the app on a database of its own; stops and drops both. */
export async function withAppProcess<T>(
  context: BenchContext,
  { shops, checkout = THIS_CHECKOUT }: AppProcessOptions,
  work: (app: AppProcess) => Promise<T>,
): Promise<T> {
  const database = await context.freshDatabase();
  const options = readOptions([], { appPort: await freePort(), shopifyPort: 0, printPort: 0, productionSpeed: 0 });
  const appUrl = `http://127.0.0.1:${options.appPort}`;
  const shopify = await createShopifyStandIn({
    apiKey: SANDBOX_KEY,
    apiSecret: SANDBOX_SECRET,
    appUrl,
    subscriptions: await readSubscriptions(),
  });
  const accounts = Object.keys(shops).map((shop) => ({ email: emailOf(shop), password: PASSWORD }));
  const printService = await createPrintServiceStandIn({
    accounts,
    productionSpeed: PRODUCTION_STEP_MS,
    getParams: "both",
  });
  const closers = [() => database.drop(), () => shopify.close(), () => printService.close()];
  try {
    const at = { appUrl, shopifyUrl: shopify.url, printServiceUrl: printService.url };
    const app = await startApp({
      port: options.appPort,
      script: join(checkout, "server.ts"),
      preload: ["reroute.ts", "rewrite-headers.ts"].map((file) => join(checkout, "sandbox", file)),
      env: { ...context.settingsFor(database.url), ...appSettings(options, at), LOG_LEVEL: "error" },
    });
    closers.push(() => app.stop());
    const shirts = new Map<string, string>();
    for (const [domain, plan] of Object.entries(shops)) {
      shopify.addShop({ domain, plan });
      const products = devGoods(`${shopify.url}/_cdn/goods`).map((input) => shopify.addProduct(domain, input));
      const [shirt, mug] = products;
      const goods = findGoods(products);
      if (!shirt || !mug || !goods) throw new Error("the goods of the sandbox have changed");
      shirts.set(domain, goods.shirt);
      const account = { ...options, email: emailOf(domain), password: PASSWORD };
      await setUpApp(merchant(appUrl, standInControls(shopify.url), domain), { shirt, mug }, account);
    }
    return await work({
      shopify,
      printService,
      placeOrder: (shop) =>
        shopify.placeOrder(shop, orderInput(PEOPLE.unitedStates, [{ variantId: shirts.get(shop) }])),
      readPage: (shop, path) => readPage(`${appUrl}${path}`, shop, shopify.sessionToken(shop)),
    });
  } finally {
    for (const close of closers.reverse()) await close();
  }
}

export const emailOf = (shop: string): string => `press@${shop}`;

/** The document as the admin's frame opens it. */
async function readPage(url: string, shop: string, token: string): Promise<number> {
  const host = Buffer.from(`admin.shopify.com/store/${shop.split(".")[0]}`).toString("base64url");
  const query = new URLSearchParams({ shop, host, embedded: "1", id_token: token });
  const begun = performance.now();
  const answer = await fetch(`${url}?${query.toString()}`, { headers: { "user-agent": BROWSER } });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text.slice(0, 200)}`);
  return performance.now() - begun;
}
