import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { readExtensions, type AdminExtension } from "./extensions/manifest.ts";
import type { Core, GraphLogEntry } from "./core.ts";
import { Faults } from "./faults.ts";
import { ALLOWANCES, Bucket, type BucketSettings } from "./graphql/bucket.ts";
import { adminSchema, API_VERSION } from "./graphql/schema.ts";
import { pointsByOperation, type Points } from "./graphql/points.ts";
import { sendPage } from "./http/reply.ts";
import { idSource } from "./ids.ts";
import type { Notification, Order, Shop } from "./model.ts";
import { TokenStore, type RefreshLogEntry } from "./oauth/tokens.ts";
import { includeFields, type Subscriptions } from "./subscriptions.ts";
import { CarrierRates } from "./carrier-services.ts";
import { WebhookSender } from "./webhooks.ts";
import { orderOf, shopByDomain, type Clock, type Store } from "./store.ts";

export interface StandInOptions {
  /** 0: any free port. */
  port?: number;
  apiKey: string;
  apiSecret: string;
  /** Base address of the app, for webhooks; can be set later. */
  appUrl?: string;
  appTitle?: string;
  clock?: Clock;
  /** How long after an order its fulfillment orders appear. */
  fulfillmentOrderDelayMs?: number;
  /** Wait before a webhook's first retry; doubled for each later one. */
  webhookRetryMs?: number;
  webhookTimeoutMs?: number;
  /** How long the checkout waits for an app's rates. */
  rateTimeoutMs?: number;
  /** What the app subscribed to; all topics that the stand-in knows, with whole bodies, when left out. */
  subscriptions?: Subscriptions;
  /** Folder with the app's extensions; none are shown when left out. */
  extensionsFolder?: string;
  /** Of every shop, in place of what its plan allows. */
  throttle?: BucketSettings;
  /** Requests to the token endpoint, of all shops; any number when left out. */
  tokenAllowance?: BucketSettings | undefined;
  /** Distinguishes the ids of several stand-ins. */
  seed?: number;
}

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** The server and its state. */
export class StandInServer {
  readonly core: Core;
  readonly faults = new Faults();
  readonly webhooks: WebhookSender;
  /** Asks apps for rates at the checkout. */
  readonly carrierRates: CarrierRates;
  protected readonly options: StandInOptions;
  /** Where a person finds the print service, for a link in the admin. */
  printServiceUrl: string | null = null;
  /** What the app shows on pages of the admin; read when the stand-in starts. */
  extensions: readonly AdminExtension[] = [];
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #server: Server;
  #appUrl: string | null;
  #inFlight = 0;

  constructor(options: StandInOptions) {
    this.options = options;
    this.#appUrl = options.appUrl ?? null;
    const clock = options.clock ?? { now: () => new Date() };
    this.webhooks = new WebhookSender({
      apiSecret: options.apiSecret,
      clock,
      appUrl: () => this.#appUrl,
      apiVersion: () => this.core.apiVersion,
      retryMs: options.webhookRetryMs ?? 2000,
      timeoutMs: options.webhookTimeoutMs ?? 5000,
    });
    this.carrierRates = new CarrierRates({
      apiSecret: options.apiSecret,
      clock,
      appUrl: () => this.#appUrl,
      timeoutMs: options.rateTimeoutMs ?? 10_000,
    });
    const store: Store = {
      clock,
      nextId: idSource(options.seed ?? 1),
      shops: new Map(),
      notifications: [],
      uploads: new Map(),
      emit: (shop, topic, body) => this.emit(shop, topic, body),
    };
    const buckets = new Map<string, Bucket>();
    this.core = {
      store,
      app: { key: options.apiKey, secret: options.apiSecret },
      appTitle: options.appTitle ?? "Inkbridge",
      url: () => this.url,
      tokens: new TokenStore(clock),
      faults: this.faults,
      webhooks: this.webhooks,
      graphLog: [],
      apiVersion: API_VERSION,
      addressListed: true,
      tokenBucket: options.tokenAllowance ? new Bucket(clock, options.tokenAllowance) : null,
      bucketOf(shop) {
        const bucket = buckets.get(shop.domain) ?? new Bucket(clock, options.throttle ?? ALLOWANCES[shop.plan]);
        buckets.set(shop.domain, bucket);
        return bucket;
      },
    };
    this.#server = createServer();
  }

  /** @throws when the port is taken */
  async listen(answer: Answer): Promise<void> {
    adminSchema();
    this.#server.on("request", (request, response) => {
      this.#inFlight += 1;
      response.once("close", () => (this.#inFlight -= 1));
      answer(request, response).catch((error: unknown) => {
        if (!response.headersSent) sendPage(response, 500, "The stand-in failed");
        else response.destroy();
        process.emitWarning(error as Error);
      });
    });
    if (this.options.extensionsFolder) this.extensions = await readExtensions(this.options.extensionsFolder);
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(this.options.port ?? 0, "127.0.0.1", resolve);
    });
  }

  /** e.g. http://127.0.0.1:4000 */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get appUrl(): string | null {
    return this.#appUrl;
  }

  setAppUrl(url: string): void {
    this.#appUrl = url;
  }

  /** Requests that came and are not answered yet. */
  get inFlight(): number {
    return this.#inFlight;
  }

  /** Resolves when nothing is under way: no fulfillment order to be made, no webhook to be sent or tried again. */
  async settled(): Promise<void> {
    while (this.#timers.size > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await this.webhooks.settled();
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    await this.webhooks.close();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  shop(domain: string): Shop {
    return shopByDomain(this.core.store, domain);
  }

  /** By id, gid or name. */
  order(domain: string, id: string): Order {
    const shop = this.shop(domain);
    return shop.orders.find((each) => each.name === id) ?? orderOf(shop, id);
  }

  get appTitle(): string {
    return this.core.appTitle;
  }

  /** By domain. */
  get shops(): ReadonlyMap<string, Shop> {
    return this.core.store.shops;
  }

  /** Messages to customers. */
  get notifications(): Notification[] {
    return this.core.store.notifications;
  }

  get graphLog(): GraphLogEntry[] {
    return this.core.graphLog;
  }

  /** What the app's requests to the Admin API of this shop cost, by operation. */
  pointsOf(domain: string): Record<string, Points> {
    return pointsByOperation(this.graphLog.filter(({ shop }) => shop === domain));
  }

  get refreshes(): RefreshLogEntry[] {
    return this.core.tokens.refreshes;
  }

  state() {
    const { store, graphLog } = this.core;
    return {
      shops: [...store.shops.values()],
      notifications: store.notifications,
      webhooks: this.webhooks.deliveries,
      requests: graphLog,
      points: Object.fromEntries([...store.shops.keys()].map((domain) => [domain, this.pointsOf(domain)])),
      refreshes: this.refreshes,
    };
  }

  protected emit(shop: Shop, topic: string, body: unknown): void {
    const { subscriptions } = this.options;
    if (!shop.installed || this.#appUrl === null || (subscriptions && !subscriptions.has(topic))) return;
    const fields = subscriptions?.get(topic);
    this.webhooks.send(shop.domain, topic, JSON.stringify(fields ? includeFields(body, fields) : body));
  }

  protected later(ms: number, work: () => void): void {
    if (ms <= 0) return work();
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      work();
    }, ms);
    this.#timers.add(timer);
  }
}
