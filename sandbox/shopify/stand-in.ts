import type { Cart, ShippingOptions } from "./carrier-services.ts";
import { addProduct, deleteProduct, updateProduct, type ProductInput } from "./catalog.ts";
import { cancelOrder, editOrder, type OrderEdit } from "./edit-order.ts";
import {
  moveFulfillmentOrder,
  openFulfillmentOrder,
  routeLines,
  routeNewOrder,
  splitFulfillmentOrder,
} from "./fulfillment-orders.ts";
import { addFile, type FileInput } from "./files.ts";
import { findFulfillmentOrder, createFulfillment, type TrackingInput } from "./fulfillments.ts";
import { hold, release } from "./holds.ts";
import { ScriptedFiles } from "./http/scripted-files.ts";
import { plainId } from "./ids.ts";
import { importOrder } from "./import-order.ts";
import type {
  Fulfillment,
  FulfillmentOrder,
  Order,
  Product,
  Shop,
  ShopCondition,
  ShopFile,
  StaffMember,
} from "./model.ts";
import { mintSessionToken } from "./oauth/session-token.ts";
import { buildOrder, type OrderInput } from "./place-order.ts";
import { privacyBody, type PrivacyOptions, type PrivacyTopic } from "./privacy.ts";
import { restOrder } from "./rest/order.ts";
import { restProduct } from "./rest/product.ts";
import { StandInServer } from "./server.ts";
import { addShop, addStaff, OWNER, scopesBody, shopBody, type ShopInput, type StaffInput } from "./shop.ts";
import type { WebhookDelivery } from "./webhooks.ts";

/** A stand-in of Shopify: real HTTP, state in memory, Shopify's own schema. The methods are users' actions. */
export class ShopifyStandIn extends StandInServer {
  /** Print files of other servers that are scripted. */
  readonly scriptedFiles = new ScriptedFiles();

  // ---- shops

  addShop(input: ShopInput): Shop {
    return addShop(this.core.store, input);
  }

  /** Lets another person into the shop's admin, or gives one that is in it another name. */
  addStaff(shop: string, input: StaffInput): StaffMember {
    return addStaff(this.shop(shop), input);
  }

  /** Goods that the shop has had for long: no webhook. */
  addProduct(shop: string, input: ProductInput): Product {
    return addProduct(this.core.store, this.shop(shop), input);
  }

  addFile(shop: string, input: FileInput): ShopFile {
    return addFile(this.core.store, this.shop(shop), input);
  }

  createProduct(shop: string, input: ProductInput): Product {
    const product = this.addProduct(shop, input);
    this.emit(this.shop(shop), "products/create", restProduct(product));
    return product;
  }

  /** `change` does to the product and its variants what a merchant saves. */
  updateProduct(shop: string, id: string, change: (product: Product) => void): Product {
    const product = updateProduct(this.core.store, this.shop(shop), id, change);
    this.emit(this.shop(shop), "products/update", restProduct(product));
    return product;
  }

  deleteProduct(shop: string, id: string): void {
    deleteProduct(this.shop(shop), id);
    this.emit(this.shop(shop), "products/delete", { id: Number(id) });
  }

  /** Revokes the app's tokens and fires app/uninstalled. */
  uninstall(domain: string): void {
    const shop = this.shop(domain);
    this.core.tokens.revokeAll(domain);
    this.emit(shop, "app/uninstalled", shopBody(shop));
    shop.carrierServices = [];
    shop.installed = false;
  }

  /** As a merchant does who opens the app for the first time, or again. */
  install(domain: string): void {
    this.shop(domain).installed = true;
  }

  /**
   * The shop is frozen or closed: no webhook is sent, and no app is answered, until it is open again. `renewsTokens`: but by the
   * token endpoint.
   */
  setCondition(domain: string, condition: ShopCondition, { renewsTokens = false } = {}): void {
    Object.assign(this.shop(domain), { condition, renewsTokens });
  }

  /** As the app's operator does in the Dev Dashboard: lists the address that requests come from, or takes it off the list. */
  setAddressListed(listed: boolean): void {
    this.core.addressListed = listed;
  }

  /** As Shopify does when it no longer supports the version that the app asks for: another one answers. */
  fallForward(apiVersion: string): void {
    this.core.apiVersion = apiVersion;
  }

  grantScopes(domain: string, scopes: string[]): void {
    const shop = this.shop(domain);
    const previous = shop.scopes;
    shop.scopes = [...scopes];
    this.emit(shop, "app/scopes_update", scopesBody(this.core.store, shop, previous));
  }

  /** What App Bridge would hand to the page that this person opens. */
  sessionToken(shop: string, userId = OWNER.id): string {
    return mintSessionToken(shop, userId, this.core.app, this.core.store.clock.now());
  }

  /** An offline token without the exchange, for tests that begin after it. */
  issueToken(shop: string, { expiring = true } = {}) {
    return this.core.tokens.issueOffline(this.shop(shop), expiring);
  }

  // ---- orders

  /** Buys: orders/create goes out at once, the fulfillment orders appear a moment later. */
  placeOrder(domain: string, input: OrderInput): Order {
    const { store } = this.core;
    const shop = this.shop(domain);
    const order = buildOrder(store, shop, input);
    shop.orders.push(order);
    if (shop.fulfillsAutomatically) {
      routeLines(store, shop, order);
      this.fulfillByHand(domain, order.id);
    }
    this.emit(shop, "orders/create", restOrder(shop, order));
    this.later(this.options.fulfillmentOrderDelayMs ?? 150, () => routeNewOrder(store, shop, order));
    return order;
  }

  /** What the checkout of this basket offers. */
  shippingOptions(domain: string, cart: Cart): Promise<ShippingOptions> {
    return this.carrierRates.optionsFor(this.shop(domain), cart);
  }

  /** As Shopify does when the store's plan changes. */
  setCalculatedShipping(domain: string, on: boolean): void {
    this.shop(domain).calculatedShipping = on;
  }

  /** Imports an order from a webhook body; with `send`, that very body goes to the app as orders/create. */
  importOrder(domain: string, body: string, { send = false, topic = "orders/create" } = {}): Order {
    const order = importOrder(this.core.store, this.shop(domain), body);
    if (send) this.webhooks.send(domain, topic, body);
    return order;
  }

  editOrder(shop: string, order: string, edit: OrderEdit): Order {
    const found = this.order(shop, order);
    editOrder(this.core.store, this.shop(shop), found, edit);
    return found;
  }

  cancelOrder(shop: string, order: string, reason?: string): Order {
    const found = this.order(shop, order);
    cancelOrder(this.core.store, this.shop(shop), found, reason);
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
        .map((row) => ({ id: row.id, quantity: requestedQuantity(row, options.lines) }))
        .filter((row) => row.quantity > 0);
      return lines.length > 0 ? [{ fulfillmentOrderId: each.id, lines }] : [];
    });
    const { tracking, notifyCustomer = false } = options;
    return createFulfillment(this.core.store, this.shop(domain), { parts, tracking, notifyCustomer, byApp: false })
      .fulfillment;
  }

  // ---- fulfillment orders

  /** A hold of the merchant's, not of the app's. */
  holdFulfillmentOrder(shop: string, id: string, reason = "OTHER"): FulfillmentOrder {
    const { order, target } = findFulfillmentOrder(this.shop(shop), plainId(id));
    hold(this.core.store, this.shop(shop), order, target, {
      reason,
      handle: `merchant-${this.core.store.nextId()}`,
      byApp: false,
    });
    return target;
  }

  /** Releases all holds, as the merchant may. */
  releaseHold(shop: string, id: string): FulfillmentOrder {
    const { order, target } = findFulfillmentOrder(this.shop(shop), plainId(id));
    release(this.core.store, this.shop(shop), order, target);
    return target;
  }

  /** The date of a scheduled fulfillment order comes. */
  openScheduled(domain: string, id: string): FulfillmentOrder {
    const shop = this.shop(domain);
    const { order, target } = findFulfillmentOrder(shop, plainId(id));
    openFulfillmentOrder(this.core.store, shop, order, target, { byDate: true });
    return target;
  }

  /** Shopify makes the fulfillment orders that it had not made with the order. */
  routeOrder(domain: string, orderId: string): void {
    const order = this.order(domain, orderId);
    for (const line of order.lines) line.unrouted = false;
    routeNewOrder(this.core.store, this.shop(domain), order);
  }

  /** `location`: name or id. */
  moveFulfillmentOrder(domain: string, id: string, location: string): FulfillmentOrder {
    const shop = this.shop(domain);
    const { order, target } = findFulfillmentOrder(shop, plainId(id));
    const to = shop.locations.find((each) => each.name === location || each.id === plainId(location));
    if (!to) throw new Error(`${domain} has no location ${location}`);
    return moveFulfillmentOrder(this.core.store, shop, order, target, to.id);
  }

  /** The merchant splits a fulfillment order: `lines`, by id of its own line items, get one of their own at the same location. */
  splitFulfillmentOrder(domain: string, id: string, lines: { id: string; quantity: number }[]): FulfillmentOrder {
    const shop = this.shop(domain);
    const { order, target } = findFulfillmentOrder(shop, plainId(id));
    return splitFulfillmentOrder(this.core.store, shop, order, target, lines);
  }

  // ---- webhooks

  /** Sends any webhook; a string goes out byte for byte. */
  sendWebhook(shop: string, topic: string, body: unknown): WebhookDelivery {
    return this.webhooks.send(shop, topic, typeof body === "string" ? body : JSON.stringify(body));
  }

  requestPrivacy(domain: string, topic: PrivacyTopic, options: PrivacyOptions = {}): WebhookDelivery {
    return this.sendWebhook(domain, topic, privacyBody(this.core.store, this.shop(domain), topic, options));
  }
}

const requestedQuantity = (
  row: { lineId: string; remaining: number },
  requested: Record<string, number> | undefined,
): number => (requested ? Math.min(row.remaining, requested[row.lineId] ?? 0) : row.remaining);
