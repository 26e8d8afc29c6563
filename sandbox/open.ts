import { rmSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { isPortFree } from "../scripts/launcher/free-port.ts";
import { freePort } from "../scripts/launcher/free-port.ts";
import { lockFolder } from "../scripts/launcher/folder-lock.ts";
import { persistentKey } from "../scripts/launcher/persistent-key.ts";
import { launch, type Launched } from "../scripts/launcher/launch.ts";
import { appSettings, SANDBOX_KEY, SANDBOX_SECRET } from "./app-settings.ts";
import { DEV_SHOP, setUpApp, stockShop } from "./dev-shop.ts";
import { createInbox, type Inbox } from "./inbox/inbox.ts";
import type { SandboxOptions } from "./options.ts";
import { createCatalog, createPrintServiceStandIn } from "./print-service/index.ts";
import { standInControls, merchant, type StandInControls, type MerchantApi } from "./http-clients.ts";
import type { Goods } from "./shopify/buyers.ts";
import { createShopifyStandIn } from "./shopify/start-stand-in.ts";
import { readSubscriptions } from "./shopify/subscriptions.ts";

export { SANDBOX_SECRET };

/** Runs the app from its sources. */
const DEV_APP = fileURLToPath(new URL("../scripts/dev/app.ts", import.meta.url));
const PRELOAD = ["./reroute.ts", "./rewrite-headers.ts"].map((file) => fileURLToPath(new URL(file, import.meta.url)));

export interface Sandbox extends Launched {
  shopifyUrl: string;
  printServiceUrl: string;
  /** Versions of the print service's interface that are served. */
  interfaces: SandboxOptions["interfaces"];
  shopify: StandInControls;
  /** null when the print service is not our stand-in. */
  printService: StandInControls | null;
  /** Where emails and webhook messages of the app end. */
  inbox: Inbox;
  merchant: MerchantApi;
  goods: Goods;
  /** The printable products. */
  products: Awaited<ReturnType<typeof stockShop>>["printed"];
}

export interface OpenOptions extends SandboxOptions {
  dataFolder: string;
  /** false: sets up the shop and its products without installing the app. */
  setUp?: boolean;
  /** Further settings of the app, e.g. DATABASE_URL for another database than the embedded one. */
  env?: Readonly<Record<string, string>>;
  /** An app that is not this checkout's: its server.ts, and its copy of the preloads, which change its own packages. */
  otherApp?: { script: string; preload: readonly string[] };
  /** That database has the newest schema already. */
  isMigrated?: boolean;
  onStep(step: string): void;
  onLine?(line: string): void;
}

/**
 * Starts both stand-ins and the app, and installs the app into the dev shop. Begins again each time: the stand-ins
 * remember nothing.
 */
export async function openSandbox(options: OpenOptions): Promise<Sandbox> {
  const closers: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    removeDataFolders(options.dataFolder);
    const appPort = options.appPort || (await freePort());
    options.onStep("Starting the Shopify and print service stand-ins");
    const appUrl = `http://127.0.0.1:${appPort}`;
    const shopifyUrl = options.shopifyUrl ?? (await startShopify(options, appUrl, closers));
    const inbox = await startInbox(options, shopifyUrl, closers);
    const printServiceUrl =
      options.printServiceUrl ?? (await startPrintService(options, { shopifyUrl, inboxUrl: inbox.url }, closers));
    const shopify = standInControls(shopifyUrl);
    if (!options.shopifyUrl) await shopify.post("print-service", { url: printServiceUrl });
    const launched = await launch({
      ...options,
      port: appPort,
      preload: options.otherApp?.preload ?? PRELOAD,
      script: options.otherApp?.script ?? (options.dev ? DEV_APP : undefined),
      env: {
        ...appSettings(options, { appUrl, shopifyUrl, printServiceUrl, inbox }),
        CREDENTIALS_KEY: persistentKey(resolve(options.dataFolder, "credentials-key")),
        ...options.env,
      },
    });
    closers.push(() => launched.stop());
    options.onStep("Adding products to the dev shop");
    const installed = options.setUp !== false;
    const { goods, printed } = await stockShop(shopify, shopifyUrl, { installed, variants: options.variants });
    const api = merchant(launched.url, shopify, DEV_SHOP);
    if (installed) {
      options.onStep("Installing the app in the dev shop");
      await setUpApp(api, printed, options);
    }
    const printService = options.printServiceUrl ? null : standInControls(printServiceUrl);
    return {
      ...launched,
      shopifyUrl,
      printServiceUrl,
      interfaces: options.interfaces,
      shopify,
      printService,
      inbox,
      merchant: api,
      goods,
      products: printed,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Removes the data of an earlier run, unless it still runs. @throws Error that names the process using the folder */
function removeDataFolders(folder: string): void {
  for (const part of ["postgres", "redis"]) {
    const path = resolve(folder, part);
    const lock = lockFolder(path);
    if (!lock.held) throw new Error(lock.why);
    rmSync(path, { recursive: true, force: true });
    lock.release();
  }
}

async function startShopify(options: OpenOptions, appUrl: string, closers: (() => Promise<void>)[]): Promise<string> {
  await claimPort(options.shopifyPort, "the Shopify stand-in", "--shopify-port");
  const seed = Date.now() % 1_000_000;
  const standIn = await createShopifyStandIn({
    port: options.shopifyPort,
    apiKey: SANDBOX_KEY,
    apiSecret: SANDBOX_SECRET,
    appUrl,
    seed,
    subscriptions: await readSubscriptions(),
    extensionsFolder: fileURLToPath(new URL("../extensions", import.meta.url)),
  });
  closers.push(() => standIn.close());
  return standIn.url;
}

async function startPrintService(
  options: OpenOptions,
  { shopifyUrl, inboxUrl }: { shopifyUrl: string; inboxUrl: string },
  closers: (() => Promise<void>)[],
): Promise<string> {
  await claimPort(options.printPort, "the print service stand-in", "--print-port");
  const standIn = await createPrintServiceStandIn({
    port: options.printPort,
    prefix: options.prefix,
    accounts: [{ email: options.email, password: options.password }],
    interfaces: options.interfaces,
    accessTokens: { [options.accessToken]: options.email },
    products: createCatalog({ size: options.catalogSize }),
    version3: { query: "read, and body" },
    productionSpeed: options.productionSpeed,
    getParams: "both",
    neighbours: [
      { title: "Shopify admin", url: `${shopifyUrl}/` },
      { title: "Storefront", url: `${shopifyUrl}/storefront/${DEV_SHOP.split(".")[0]}` },
      { title: "Inbox", url: `${inboxUrl}/` },
    ],
    artworkFrom: shopifyUrl,
    // As in reroute.ts, which takes effect where it is loaded: it is for the app's processes alone.
    picturesAt: "https://pictures.example",
  });
  closers.push(() => standIn.close());
  return standIn.url;
}

async function startInbox(options: OpenOptions, shopifyUrl: string, closers: (() => Promise<void>)[]): Promise<Inbox> {
  await claimPort(options.inboxPort, "the inbox", "--inbox-port");
  const inbox = await createInbox({ port: options.inboxPort, shopifyUrl });
  closers.push(() => inbox.close());
  return inbox;
}

async function claimPort(port: number, who: string, option: string): Promise<void> {
  if (port !== 0 && !(await isPortFree(port))) {
    throw new Error(
      `Port ${port}, meant for ${who}, is taken by another program. Stop it, or choose another with ${option} N.`,
    );
  }
}
