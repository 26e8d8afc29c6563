/** For tests only: what a shop's functions get from outside, with a clock that is moved by hand. */
import { systemIds } from "../../app/composition/ids.server.ts";
import type { Database } from "../../app/database/db.server.ts";
import { DEFAULT_POLICY, type Policy } from "../../app/orders/core/policy.ts";
import type { InstallationStatus } from "../../app/ports/shopify.ts";
import { UnavailableError } from "../../app/ports/errors.ts";
import type { ShopCatalog } from "../../app/ports/shop-catalog.ts";
import { gidNumber, gidOf, type Gid } from "../../app/ports/gid.ts";
import { createEncryptor } from "../../app/encryption/encryptor.server.ts";
import { parseShopifyWebhook } from "../../app/shopify/webhook-topics.ts";
import type { ShopsContext } from "../../app/shops/context.ts";
import type { Credentials, InterfaceVersion, SignIn } from "../../app/ports/print-service.ts";
import { connectPrintAccount } from "../../app/print-accounts/print-accounts.ts";
import type { PrintAccountId, WebhookDeliveryId, OrderId } from "../../app/ports/ids.ts";
import { silentLog } from "./silent-log.ts";

export interface ManualClock {
  now(): Date;
  advance(ms: number): void;
}

const manualClock = (start = "2026-11-21T09:00:00Z"): ManualClock => {
  let at = Date.parse(start);
  return { now: () => new Date(at), advance: (ms) => void (at += ms) };
};

const encryptor = createEncryptor([{ id: "k1", key: Buffer.alloc(32, 7) }]);

type Opened = Pick<Database, "db" | "sql">;

export function createShopsContext({ db, sql }: Opened): ShopsContext & { clock: ManualClock; policy: Policy } {
  return { db, sql, clock: manualClock(), ids: systemIds, encryptor, log: silentLog, policy: DEFAULT_POLICY };
}

const away = () => Promise.reject(new UnavailableError("no products here"));
const NO_CATALOG: ShopCatalog = {
  listProducts: away,
  readProducts: away,
  readProduct: away,
  listVariants: away,
  readShopFacts: away,
  productOfVariant: away,
};

/**
 * The same for deliveries about shops. Shopify says what `installationStatus` is set to; `woken` are shops whose held
 * orders are read again.
 */
export function createShopLifecycleContext(database: Opened, status: InstallationStatus = "uninstalled") {
  const ctx = {
    ...createShopsContext(database),
    installationStatus: status,
    catalog: NO_CATALOG,
    parseShopifyWebhook,
    installationChecks: 0,
    woken: [] as string[],
    uninstallGraceMs: 86_400_000,
    askInstallation(): Promise<InstallationStatus> {
      ctx.installationChecks += 1;
      return Promise.resolve(ctx.installationStatus);
    },
    grantedScopes: [] as string[],
    readScopes: (): Promise<string[]> => Promise.resolve(ctx.grantedScopes),
    wakeHeld(shopId: string): Promise<void> {
      ctx.woken.push(shopId);
      return Promise.resolve();
    },
  };
  return ctx;
}

type FetchToken = (credentials: Credentials) => Promise<string>;

/** Signs in with email and password through version 1; nothing else is there. */
export function signInWith(fetchToken: FetchToken, more: Partial<SignIn> = {}): Record<InterfaceVersion, SignIn> {
  const nothing: SignIn = {
    fetchToken: away,
    refreshToken: () => Promise.resolve(null),
    checkToken: () => Promise.resolve("accepted"),
    check: {
      diagnoseToken: () => Promise.resolve(null),
      diagnoseReading: () => Promise.resolve(null),
      isThere: () => Promise.resolve(false),
      shows: () => Promise.resolve(false),
    },
  };
  const v1 = (login: Parameters<SignIn["fetchToken"]>[0]) => ("accessToken" in login ? away() : fetchToken(login));
  return { v1: { ...nothing, fetchToken: v1, ...more }, v3: nothing };
}

/** Connects with a token for these credentials, without trying more. Returns the account's id. */
export const connect = async (
  ctx: ShopsContext & { fetchToken(credentials: Credentials): Promise<string> },
  domain: string,
  given: Credentials,
): Promise<PrintAccountId> => connectPrintAccount(ctx, domain, given, await ctx.fetchToken(given));

/** An order with one open or sent submission, a handled delivery, a refused attempt and a claim, all holding a customer's data. */
export async function seedOrder(ctx: ShopsContext, domain: string, gid: Gid<"Order">, state: "waiting" | "submitted") {
  const now = ctx.clock.now();
  const ciphertext = new Uint8Array(ctx.encryptor.encrypt("Jane Buyer", "test"));
  const shop = await ctx.db.shop.findUniqueOrThrow({ where: { domain } });
  const orderId = ctx.ids.uuid();
  await ctx.db.order.create({
    data: {
      id: orderId,
      shopId: shop.id,
      shopifyGid: gid,
      name: "#1",
      shopifyCreatedAt: now,
      shopifyUpdatedAt: now,
      currency: "USD",
      receivedAt: now,
    },
  });
  const lineId = ctx.ids.uuid();
  await ctx.db.orderLine.create({
    data: {
      id: lineId,
      orderId,
      shopifyGid: gidOf("LineItem", `${gidNumber(gid)}1`),
      title: "Shirt",
      quantity: 1,
      remaining: 1,
      eligibility: "printable",
      eligibilityReason: "mapped_variant",
    },
  });
  await ctx.db.orderChange.create({
    data: { id: ctx.ids.uuid(), orderId, basis: {}, contentEncrypted: ciphertext, createdAt: now },
  });
  const submissionId = ctx.ids.uuid();
  await ctx.db.submission.create({
    data: {
      id: submissionId,
      shopId: shop.id,
      orderId,
      printAccountId: shop.printAccountId,
      kind: "first",
      reference: `R-${submissionId}`,
      state,
      payloadEncrypted: ciphertext,
      payloadHash: "hash",
      dueAt: now,
      createdAt: now,
      lines: { create: { id: ctx.ids.uuid(), orderLineId: lineId, position: 0, quantity: 1, itemSku: "S" } },
      attempts: {
        create: { id: ctx.ids.uuid(), number: 1, startedAt: now, outcome: "rejected", messageEncrypted: ciphertext },
      },
      parcels: {
        create: {
          id: ctx.ids.uuid(),
          shopId: shop.id,
          trackingNumber: "T",
          trackingUrl: "",
          firstSeenAt: now,
          reportedBy: "event",
        },
      },
    },
  });
  await ctx.db.claim.create({
    data: {
      ...{ id: ctx.ids.uuid(), shopId: shop.id, orderId, submissionId, request: ctx.ids.uuid(), kind: "damaged" },
      ...{ openedAt: now, contentEncrypted: ciphertext },
      lines: { create: { orderLineId: lineId, quantity: 1 } },
      photos: { create: { id: ctx.ids.uuid(), contentHash: "hash", contentEncrypted: ciphertext, addedAt: now } },
    },
  });
  const deliveryId = await seedDelivery(ctx, { scope: domain, topic: "orders/create", state: "done", orderId });
  return { orderId, submissionId, deliveryId, shopId: shop.id };
}

export async function seedDelivery(
  ctx: ShopsContext,
  row: { scope: string; topic: string; state: "waiting" | "done" | "dead_letter"; orderId?: OrderId },
  body: string = "Jane Buyer",
): Promise<WebhookDeliveryId> {
  const id = ctx.ids.uuid();
  const bodyEncrypted = new Uint8Array(ctx.encryptor.encrypt(body, `delivery:${id}`));
  await ctx.db.webhookDelivery.create({
    data: { id, source: "shopify", deliveryId: id, receivedAt: ctx.clock.now(), bodyEncrypted, ...row },
  });
  return id;
}
