import { randomBytes, randomUUID } from "node:crypto";
import { DUE_PARCEL_STATES, type SubmissionState } from "../../app/orders/core/states.ts";
import { createEncryptor } from "../../app/encryption/encryptor.server.ts";
import { openFreshDatabase } from "./database.ts";
import type { ShopSettings } from "../../app/settings/settings.ts";
import { artworkHash } from "../../app/orders/core/provider-order.ts";
import { DEFAULT_POLICY } from "../../app/orders/core/policy.ts";
import {
  followSubmission,
  createProgressMarks,
  type FollowContext,
} from "../../app/orders/fulfill/follow-submission.ts";
import { stepParcel } from "../../app/orders/provider-updates/shipments.ts";
import type { Shopify } from "../../app/ports/shopify.ts";
import { memoryShopify, type MemoryShopify } from "./memory-shopify.ts";
import { gidOf, type Gid } from "../../app/ports/gid.ts";
import type { ShopId, SubmissionId, ParcelId } from "../../app/ports/ids.ts";
import { idOf, newId } from "./ids.ts";

export interface SeedLine {
  gid: Gid<"LineItem">;
  sku: string;
  quantity: number;
  /** Front artwork link. */
  artwork?: string;
}

export interface SeedOptions {
  notifyCustomer?: boolean;
  /** Unless given: a parcel is fulfilled as soon as its number is known. */
  fulfillWhen?: ShopSettings["fulfillWhen"];
  /** An order in another Shopify than the one in memory. */
  otherShopify?: { port: Shopify; domain: string; orderGid: Gid<"Order"> };
}

/** A shop with a real database, a Shopify in memory, a clock that is moved by hand, and a worker that does what is woken. */
export async function openOrdersWorld() {
  const database = await openFreshDatabase();
  const { db, sql, pool } = database;
  const time = { now: new Date("2026-11-21T09:00:00Z") };
  const woken = { parcels: new Set<ParcelId>(), submissions: new Set<SubmissionId>() };
  const logLines: string[] = [];
  const write = (fields: Record<string, unknown>, message: string): void =>
    void logLines.push(`${JSON.stringify(fields)} ${message}`);
  const current: { shopify: MemoryShopify; port: Shopify | null; shopId: ShopId } = {
    shopify: memoryShopify(),
    port: null,
    shopId: idOf(""),
  };
  const never = (): never => {
    throw new Error("not part of this");
  };

  const clock = { now: () => new Date(time.now) };
  const ctx: FollowContext = {
    db,
    sql,
    printService: { forAccount: never },
    get shopify() {
      return current.port ?? current.shopify.port;
    },
    artwork: { check: never },
    drawnArtwork: { drawPrintFile: never },
    hostedFiles: { add: never, find: never, read: never, remove: never },
    clock,
    progressMarks: createProgressMarks({ sql, clock }),
    ids: {
      uuid: () => newId(),
      code: (length) => randomBytes(length).toString("hex").slice(0, length).toUpperCase(),
    },
    random: () => 0.5,
    log: { debug: write, info: write, warn: write, error: write },
    wake: {
      delivery: () => {},
      order: () => {},
      submission: (id) => void woken.submissions.add(id),
      parcel: (id) => void woken.parcels.add(id),
    },
    encryptor: createEncryptor([{ id: "k1", key: randomBytes(32) }]),
    policy: DEFAULT_POLICY,
  };

  const world = {
    ctx,
    db,
    sql,
    pool,
    url: database.url,
    logLines,
    shopify: () => current.shopify,
    close: () => database.drop(),
    advance: (ms: number): void => void (time.now = new Date(time.now.getTime() + ms)),

    /** A new print account. */
    async account() {
      const account = {
        id: newId(),
        key: randomUUID(),
        emailHash: randomUUID(),
        credentialsEncrypted: new Uint8Array(1),
        webhookHeader: "X-Key",
        webhookSecretEncrypted: new Uint8Array(1),
        createdAt: ctx.clock.now(),
      };
      await db.printAccount.create({ data: account });
      return account;
    },

    /** A new shop with a print account of its own, live from now on. */
    async shop(options: { domain?: string | undefined; settings?: Partial<ShopSettings> } = {}) {
      const account = await world.account();
      const now = ctx.clock.now();
      const shop = {
        id: newId(),
        domain: options.domain ?? `${randomUUID()}.myshopify.com`,
        installedAt: now,
        goLiveAt: now,
        settings: options.settings ?? {},
        printAccountId: account.id,
      };
      await db.shop.create({ data: shop });
      return { account, shop };
    },

    /** A new order in a new Shopify, with one submission in a state. */
    async order(lines: SeedLine[], state: SubmissionState = "submitted", options: SeedOptions = {}) {
      current.shopify = memoryShopify();
      current.port = options.otherShopify?.port ?? null;
      woken.parcels.clear();
      woken.submissions.clear();
      const now = ctx.clock.now();
      const { account, shop } = await world.shop({
        domain: options.otherShopify?.domain,
        settings: { notifyCustomer: options.notifyCustomer ?? true, fulfillWhen: options.fulfillWhen ?? "tracking" },
      });
      current.shopId = shop.id;
      const order = {
        id: newId(),
        shopId: shop.id,
        shopifyGid: options.otherShopify?.orderGid ?? gidOf("Order", "1"),
        name: "#1001",
        shopifyCreatedAt: now,
        shopifyUpdatedAt: now,
        currency: "USD",
        receivedAt: now,
      };
      await db.order.create({ data: order });
      const rows = lines.map((line) => ({
        id: newId(),
        orderId: order.id,
        shopifyGid: line.gid,
        title: "Shirt",
        quantity: line.quantity,
        remaining: line.quantity,
        eligibility: "printable" as const,
        eligibilityReason: "mapped_variant" as const,
      }));
      await db.orderLine.createMany({ data: rows });
      const submit = (as: SubmissionState, reference = `1001-${ctx.ids.code(10)}`) =>
        db.submission.create({
          data: {
            id: newId(),
            shopId: shop.id,
            orderId: order.id,
            printAccountId: account.id,
            kind: "first",
            reference,
            state: as,
            sentAt: now,
            dueAt: now,
            createdAt: now,
            lines: {
              create: lines.map((line, position) => ({
                id: newId(),
                orderLineId: rows[position]?.id ?? idOf(""),
                position,
                quantity: line.quantity,
                itemSku: line.sku,
                artworkHash: artworkHash(ctx, line.artwork ?? "", ""),
              })),
            },
          },
        });
      return { account, shop, order, submit, submission: await submit(state) };
    },

    /** Does everything that was woken, as often as it is woken again. */
    async runWoken(): Promise<void> {
      for (let round = 0; round < 20 && woken.parcels.size + woken.submissions.size > 0; round += 1) {
        const parcels = [...woken.parcels];
        const submissions = [...woken.submissions];
        woken.parcels.clear();
        woken.submissions.clear();
        await Promise.all([
          ...parcels.map((id) => stepParcel(ctx, id)),
          ...submissions.map((id) => followSubmission(ctx, id)),
        ]);
      }
    },

    /** What the sweeper does, for the present shop: wakes and does what is due. */
    async sweep(): Promise<void> {
      const due = { shopId: current.shopId, dueAt: { lte: ctx.clock.now() } };
      for (const row of await db.parcel.findMany({ where: { state: { in: [...DUE_PARCEL_STATES] }, ...due } }))
        woken.parcels.add(row.id);
      for (const row of await db.submission.findMany({ where: due })) woken.submissions.add(row.id);
      await world.runWoken();
    },

    stateOf: async (id: SubmissionId): Promise<SubmissionState> =>
      (await db.submission.findUniqueOrThrow({ where: { id } })).state,
    /** A submission's lines, as a claim stores them with its attempt. */
    sentLines: (submissionId: SubmissionId) =>
      db.submissionLine.findMany({
        where: { submissionId },
        orderBy: { position: "asc" },
        select: { orderLineId: true, position: true, quantity: true, itemSku: true, artworkHash: true },
      }),
    /** Open reasons, sorted. */
    openAttentions: async (submissionId: SubmissionId): Promise<string[]> =>
      (await db.attention.findMany({ where: { submissionId, clearedAt: null } })).map((row) => row.code).sort(),
  };
  return world;
}
