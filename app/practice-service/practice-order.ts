import { z } from "zod";
import type { PrismaClient, PracticeOrder, PracticeStage } from "../../prisma/client/client.ts";
import type { Encryptor } from "../encryption/encryptor.server.ts";
import { MINUTE_MS, type Clock, type Ids } from "../ports/clock.ts";
import type { ObserveCall } from "../ports/observe.ts";
import { encryptedColumn } from "../encryption/encrypted-columns.ts";
import type { PracticeOrderId } from "../ports/ids.ts";
import type { PrintOrder } from "../ports/order-model.ts";

/** What the practice service gets from outside. It calls no other system. */
export interface PracticeContext {
  db: PrismaClient;
  clock: Clock;
  ids: Ids;
  encryptor: Encryptor;
  /** Where customers reach the app. */
  appUrl: string;
  observe?: ObserveCall;
}

/** The order as it was sent, without its reference and its items' SKUs and quantities, which have columns of their own. */
type PracticeContent = Pick<PrintOrder, (typeof RECIPIENT_FIELDS)[number]> & {
  items: Pick<PrintOrder["items"][number], "productName" | "artworkFront" | "artworkBack" | "mockup">[];
};

const RECIPIENT_FIELDS = [
  "name",
  "email",
  "phone",
  "address1",
  "address2",
  "city",
  "province",
  "provinceCode",
  "country",
  "countryCode",
] as const satisfies (keyof PrintOrder)[];

const text = z.string();
const contentShape = z.object({
  ...(Object.fromEntries(RECIPIENT_FIELDS.map((field) => [field, text])) as Record<
    (typeof RECIPIENT_FIELDS)[number],
    typeof text
  >),
  items: z.array(z.object({ productName: text, artworkFront: text, artworkBack: text, mockup: text })),
});
const itemsShape = z.array(z.object({ itemSku: z.string(), quantity: z.number() }));

const CONTENT = encryptedColumn("PracticeOrder.contentEncrypted");

/** What is stored of an order: without personal data in plain. */
export function practiceOrderColumns(ctx: { encryptor: Encryptor }, id: PracticeOrderId, order: PrintOrder) {
  const content = contentShape.parse(order);
  return {
    items: order.items.map(({ itemSku, quantity }) => ({ itemSku, quantity })),
    contentEncrypted: CONTENT.encrypt(ctx, id, JSON.stringify(content)),
  };
}

/** null once erased. @throws DecryptionError */
export const readContent = (
  ctx: { encryptor: Encryptor },
  row: Pick<PracticeOrder, "id" | "contentEncrypted">,
): PracticeContent | null => contentShape.nullable().parse(CONTENT.decryptJson(ctx, row));

export const readItems = ({ items }: Pick<PracticeOrder, "items">) => itemsShape.parse(items);

const NO_RECIPIENT = Object.fromEntries(RECIPIENT_FIELDS.map((field) => [field, ""])) as Omit<PracticeContent, "items">;

/** The recipient of an order; empty once erased. */
export function recipientOf(content: PracticeContent | null): Omit<PracticeContent, "items"> {
  if (!content) return NO_RECIPIENT;
  const { items: _items, ...recipient } = content;
  return recipient;
}

/** A stage of a practice order: its status, and what follows after a time in milliseconds. */
interface Stage {
  status: string;
  next: { stage: PracticeStage; afterMs: number } | null;
}

/** Short, so that a practice order goes through them while somebody watches. "In production" is the service's own word. */
export const STAGES: Readonly<Record<PracticeStage, Stage>> = {
  received: { status: "Received", next: { stage: "in_production", afterMs: MINUTE_MS } },
  in_production: { status: "In production", next: { stage: "shipped", afterMs: 2 * MINUTE_MS } },
  shipped: { status: "Shipped", next: null },
};

/** When the stage after one that begins `at` is due; null after the last one. */
export function nextStageAt(stage: PracticeStage, at: Date): Date | null {
  const { next } = STAGES[stage];
  return next && new Date(at.getTime() + next.afterMs);
}

/** Marks a tracking number of a practice order wherever it is shown. */
const PREFIX = "PRACTICE-";

/** The one tracking number of a practice order, and the link to the page of this app that says what it is. */
export function practiceTracking(appUrl: string, reference: string): { trackingNumber: string; trackingUrl: string } {
  return { trackingNumber: `${PREFIX}${reference}`, trackingUrl: new URL("/practice-tracking", appUrl).href };
}
