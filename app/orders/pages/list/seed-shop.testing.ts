/** For tests only: a shop with orders, over a real PostgreSQL, without anything behind them. */
import type { PrismaClient } from "../../../../prisma/client/client.ts";
import type { AttentionCode } from "../../core/attention.ts";
import type { SubmissionState } from "../../core/states.ts";
import type { ShopId, OrderId, OrderLineId } from "../../../ports/ids.ts";
import { newId } from "../../../../tests/support/ids.ts";
import { gidOf } from "../../../ports/gid.ts";

interface SeedOrder {
  name?: string;
  placedAt?: string;
  updatedAt?: string;
  cancelledAt?: Date;
  paid?: [subtotal: string, shipping: string];
  /** Title, quantity, ours. */
  lines?: [title: string, quantity: number, ours?: boolean][];
  submissions?: SeedSubmission[];
  attentions?: AttentionCode[];
  country?: string;
  shipping?: string;
  tags?: string[];
  /** Shopify's number of the product of all its lines, and the store's SKU. */
  product?: string;
  sku?: string;
}

export interface SeedSubmission {
  state: SubmissionState;
  replaced?: boolean;
  reference?: string;
  itemSku?: string;
  orderStatus?: string;
  tracking?: string[];
  createdAt?: string;
  sentAt?: string;
  submittedAt?: string;
  /** When its parcels were first seen. */
  shippedAt?: string;
}

const NOON = "2026-11-21T12:00:00Z";

/** A shop of its own; orders are numbered #1001, #1002 … */
export async function seedShop(db: PrismaClient, timezone: string | null = null) {
  const shopId = newId();
  const at = new Date(NOON);
  await db.shop.create({
    data: { id: shopId, domain: `${shopId}.myshopify.com`, timezone, installedAt: at, goLiveAt: at, settings: {} },
  });
  let number = 1000;
  return {
    shopId,
    /** Stores an order; returns its id. */
    async order(seed: SeedOrder = {}): Promise<OrderId> {
      number += 1;
      const id = newId();
      const lines = (seed.lines ?? [["Shirt", 1]]).map(([title, quantity, printable = true], index) => ({
        id: newId(),
        shopifyGid: gidOf("LineItem", `${number}${index}`),
        title,
        productGid: seed.product ? gidOf("Product", seed.product) : null,
        sku: seed.sku ?? null,
        quantity,
        remaining: quantity,
        eligibility: printable ? ("printable" as const) : ("excluded" as const),
        eligibilityReason: printable ? ("mapped_variant" as const) : ("no_match" as const),
      }));
      await db.order.create({
        data: {
          id,
          shopId,
          shopifyGid: gidOf("Order", String(number)),
          name: seed.name ?? `#${number}`,
          shopifyCreatedAt: new Date(seed.placedAt ?? NOON),
          shopifyUpdatedAt: new Date(seed.updatedAt ?? seed.placedAt ?? NOON),
          cancelledAt: seed.cancelledAt ?? null,
          destinationCountry: seed.country ?? null,
          shippingTitle: seed.shipping ?? null,
          tags: seed.tags ?? [],
          currency: "EUR",
          subtotal: seed.paid?.[0] ?? null,
          shippingPaid: seed.paid?.[1] ?? null,
          receivedAt: at,
          lines: { create: lines },
          attentions: {
            create: (seed.attentions ?? []).map((code) => ({
              id: newId(),
              shopId,
              code,
              detail: {},
              openedAt: at,
            })),
          },
        },
      });
      for (const submission of seed.submissions ?? [])
        await seedSubmission(db, { shopId, orderId: id }, lines, submission);
      return id;
    },
  };
}

async function seedSubmission(
  db: PrismaClient,
  of: { shopId: ShopId; orderId: OrderId },
  lines: readonly { id: OrderLineId }[],
  seed: SeedSubmission,
): Promise<void> {
  const at = new Date(NOON);
  const id = newId();
  await db.submission.create({
    data: {
      ...of,
      id,
      kind: "first",
      reference: seed.reference ?? `R-${id}`,
      state: seed.state,
      replacedAt: seed.replaced ? at : null,
      createdAt: new Date(seed.createdAt ?? at),
      sentAt: seed.sentAt ? new Date(seed.sentAt) : null,
      submittedAt: seed.submittedAt ? new Date(seed.submittedAt) : null,
      lines: {
        create: lines.map((line, position) => ({
          id: newId(),
          orderLineId: line.id,
          position,
          quantity: 1,
          itemSku: seed.itemSku ?? "TEE",
          orderStatus: seed.orderStatus ?? null,
        })),
      },
      parcels: {
        create: (seed.tracking ?? []).map((trackingNumber) => ({
          id: newId(),
          shopId: of.shopId,
          trackingNumber,
          trackingUrl: `https://track.test/${trackingNumber}`,
          firstSeenAt: new Date(seed.shippedAt ?? at),
          reportedBy: "event",
        })),
      },
    },
  });
}
