import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { addProduct, type ProductInput } from "./catalog.ts";
import type { Core } from "./core.ts";
import { cancelOrder, editOrder, type OrderEdit } from "./edit-order.ts";
import { Faults } from "./faults.ts";
import { moveFulfillmentOrder, routeLines } from "./fulfillment-orders.ts";
import { findFulfillmentOrder, fulfil, type TrackingInput } from "./fulfillments.ts";
import { Bucket, type BucketSettings } from "./graphql/bucket.ts";
import { adminSchema } from "./graphql/schema.ts";
import { hold, release } from "./holds.ts";
import type { GraphLogEntry } from "./http/graphql.ts";
import { route } from "./http/router.ts";
import { sendPage } from "./http/reply.ts";
import { idSource, plainId } from "./ids.ts";
import { importOrder } from "./import-order.ts";
import type { Fulfillment, FulfillmentOrder, Notification, Order, Product, Shop } from "./model.ts";
import { mintSessionToken } from "./oauth/session-token.ts";
import { TokenStore, type RefreshLogEntry } from "./oauth/tokens.ts";
import { buildOrder, type OrderInput } from "./place-order.ts";
import { privacyBody, type PrivacyOptions, type PrivacyTopic } from "./privacy.ts";
import { restOrder } from "./rest/order.ts";
import { addShop, scopesBody, shopBody, type ShopInput } from "./shop.ts";
import { WebhookSender, type WebhookDelivery } from "./webhooks.ts";
import { orderOf, shopOf, type Clock, type World } from "./world.ts";

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
  /** Topics that the app subscribed to; all that the stand-in knows when left out. */
  topics?: readonly string[];
  throttle?: BucketSettings;
  /** Distinguishes the ids of several stand-ins. */
  seed?: number;
}

const DEFAULT_BUCKET: BucketSettings = { maximum: 2000, restoreRate: 100 };

/** A Shopify that runs here: real HTTP, state in memory, Shopify's own schema. */
export class ShopifyStandIn {
  readonly core: Core;
  readonly faults = new Faults();
  readonly webhooks: WebhookSender;
  readonly #options: StandInOptions;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #server: Server;
  #appUrl: string | null;

  constructor(options: StandInOptions) {
    this.#options = options;
    this.#appUrl = options.appUrl ?? null;
    const clock = options.clock ?? { now: () => new Date() };
    this.webhooks = new WebhookSender({
      apiSecret: options.apiSecret,
      clock,
      appUrl: () => this.#appUrl,
      retryMs: options.webhookRetryMs ?? 2000,
      timeoutMs: options.webhookTimeoutMs ?? 5000,
    });
    const world: World = {
      clock,
      nextId: idSource(options.seed ?? 1),
      shops: new Map(),
      notifications: [],
      emit: (shop, topic, body) => this.#emit(shop, topic, body),
    };
    const buckets = new Map<string, Bucket>();
    this.core = {
      world,
      app: { key: options.apiKey, secret: options.apiSecret },
      appTitle: options.appTitle ?? "Inkbridge",
      tokens: new TokenStore(clock),
      faults: this.faults,
      webhooks: this.webhooks,
      graphLog: [],
      bucketOf(shop) {
        const bucket = buckets.get(shop.domain) ?? new Bucket(clock, options.throttle ?? DEFAULT_BUCKET);
        buckets.set(shop.domain, bucket);
        return bucket;
      },
    };
    this.#server = createServer((request, response) => {
      route(this, request, response).catch((error: unknown) => {
        if (!response.headersSent) sendPage(response, 500, "The stand-in failed");
        else response.destroy();
        process.emitWarning(error as Error);
      });
    });
  }

  // ---- life

  async listen(): Promise<void> {
    adminSchema();
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(this.#options.port ?? 0, "127.0.0.1", resolve);
    });
  }

  /** e.g. http://127.0.0.1:4000 */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  setAppUrl(url: string): void {
    this.#appUrl = url;
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    await this.webhooks.close();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  // ---- shops

  addShop(input: ShopInput): Shop {
    return addShop(this.core.world, input);
  }

  addProduct(shop: string, input: ProductInput): Product {
    return addProduct(this.core.world, this.shop(shop), input);
  }

  /** Takes the app's tokens away and fires app/uninstalled. */
  uninstall(domain: string): void {
    const shop = this.shop(domain);
    this.core.tokens.revokeAll(domain);
    this.#emit(shop, "app/uninstalled", shopBody(shop));
    shop.installed = false;
  }

  /** As a merchant does who opens the app for the first time, or again. */
  install(domain: string): void {
    this.shop(domain).installed = true;
  }

  grantScopes(domain: string, scopes: string[]): void {
    const shop = this.shop(domain);
    const previous = shop.scopes;
    shop.scopes = [...scopes];
    this.#emit(shop, "app/scopes_update", scopesBody(this.core.world, shop, previous));
  }

  /** What App Bridge would hand to the page. */
  sessionToken(shop: string, userId = "90001"): string {
    return mintSessionToken(shop, userId, this.core.app, this.core.world.clock.now());
  }

  /** An offline token without the exchange, for tests that begin after it. */
  issueToken(shop: string, { expiring = true } = {}) {
    return this.core.tokens.issueOffline(this.shop(shop), expiring);
  }

  // ---- orders

  /** Buys: orders/create goes out at once, the fulfillment orders appear a moment later. */
  placeOrder(domain: string, input: OrderInput): Order {
    const { world } = this.core;
    const shop = this.shop(domain);
    const order = buildOrder(world, shop, input);
    shop.orders.push(order);
    this.#emit(shop, "orders/create", restOrder(shop, order));
    this.#later(this.#options.fulfillmentOrderDelayMs ?? 150, () => routeLines(world, shop, order));
    return order;
  }

  /** Takes over an order from a webhook body; with `send`, that very body goes to the app as orders/create. */
  importOrder(domain: string, body: string, { send = false, topic = "orders/create" } = {}): Order {
    const order = importOrder(this.core.world, this.shop(domain), body);
    if (send) this.webhooks.send(domain, topic, body);
    return order;
  }

  editOrder(shop: string, order: string, edit: OrderEdit): Order {
    const found = this.order(shop, order);
    editOrder(this.core.world, this.shop(shop), found, edit);
    return found;
  }

  cancelOrder(shop: string, order: string, reason?: string): Order {
    const found = this.order(shop, order);
    cancelOrder(this.core.world, this.shop(shop), found, reason);
    return found;
  }

  /** The merchant marks units as fulfilled in the admin: all that is open, or `lines` by line id. */
  fulfillByHand(
    domain: string,
    orderId: string,
    options: { lines?: Record<string, number>; tracking?: TrackingInput; notifyCustomer?: boolean } = {},
  ): Fulfillment {
    const open = this.order(domain, orderId).fulfillmentOrders.filter((each) =>
      ["OPEN", "IN_PROGRESS"].includes(each.status),
    );
    const parts = open.flatMap((each) => {
      const lines = each.lines
        .map((row) => ({ id: row.id, quantity: wantedOf(row, options.lines) }))
        .filter((row) => row.quantity > 0);
      return lines.length > 0 ? [{ fulfillmentOrderId: each.id, lines }] : [];
    });
    const { tracking, notifyCustomer = false } = options;
    return fulfil(this.core.world, this.shop(domain), { parts, tracking, notifyCustomer, byApp: false }).fulfillment;
  }

  // ---- fulfillment orders

  /** A hold of the merchant's, not of the app's. */
  holdFulfillmentOrder(shop: string, id: string, reason = "OTHER"): FulfillmentOrder {
    const { order, target } = findFulfillmentOrder(this.shop(shop), plainId(id));
    hold(this.core.world, this.shop(shop), order, target, {
      reason,
      handle: `merchant-${this.core.world.nextId()}`,
      byApp: false,
    });
    return target;
  }

  /** Releases all holds, as the merchant may. */
  releaseHold(shop: string, id: string): FulfillmentOrder {
    const { order, target } = findFulfillmentOrder(this.shop(shop), plainId(id));
    release(this.core.world, this.shop(shop), order, target);
    return target;
  }

  /** `location`: name or id. */
  moveFulfillmentOrder(domain: string, id: string, location: string): FulfillmentOrder {
    const shop = this.shop(domain);
    const { order, target } = findFulfillmentOrder(shop, plainId(id));
    const to = shop.locations.find((each) => each.name === location || each.id === plainId(location));
    if (!to) throw new Error(`${domain} has no location ${location}`);
    return moveFulfillmentOrder(this.core.world, shop, order, target, to.id);
  }

  // ---- webhooks

  /** Sends any webhook; a string goes out byte for byte. */
  sendWebhook(shop: string, topic: string, body: unknown): WebhookDelivery {
    return this.webhooks.send(shop, topic, typeof body === "string" ? body : JSON.stringify(body));
  }

  requestPrivacy(domain: string, topic: PrivacyTopic, options: PrivacyOptions = {}): WebhookDelivery {
    return this.sendWebhook(domain, topic, privacyBody(this.core.world, this.shop(domain), topic, options));
  }

  // ---- inspection

  shop(domain: string): Shop {
    return shopOf(this.core.world, domain);
  }

  /** By id, gid or name. */
  order(domain: string, id: string): Order {
    const shop = this.shop(domain);
    return shop.orders.find((each) => each.name === id) ?? orderOf(shop, id);
  }

  /** Messages to buyers. */
  get notifications(): Notification[] {
    return this.core.world.notifications;
  }

  get graphLog(): GraphLogEntry[] {
    return this.core.graphLog;
  }

  get refreshes(): RefreshLogEntry[] {
    return this.core.tokens.refreshes;
  }

  state() {
    const { world, graphLog } = this.core;
    return {
      shops: [...world.shops.values()],
      notifications: world.notifications,
      webhooks: this.webhooks.deliveries,
      requests: graphLog,
      refreshes: this.refreshes,
    };
  }

  #emit(shop: Shop, topic: string, body: unknown): void {
    const { topics } = this.#options;
    if (!shop.installed || this.#appUrl === null || (topics && !topics.includes(topic))) return;
    this.webhooks.send(shop.domain, topic, JSON.stringify(body));
  }

  #later(ms: number, work: () => void): void {
    if (ms <= 0) return work();
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      work();
    }, ms);
    this.#timers.add(timer);
  }
}

const wantedOf = (row: { lineId: string; remaining: number }, wanted: Record<string, number> | undefined): number =>
  wanted ? Math.min(row.remaining, wanted[row.lineId] ?? 0) : row.remaining;

/** Starts a stand-in. @throws when the port is taken */
export async function createShopifyStandIn(options: StandInOptions): Promise<ShopifyStandIn> {
  const standIn = new ShopifyStandIn(options);
  await standIn.listen();
  return standIn;
}
