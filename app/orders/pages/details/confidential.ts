import { previewPath } from "../../../artwork/preview-link.ts";
import { DELIVERY_BODY } from "../../../encryption/encrypted-columns.ts";
import type {
  Attempt,
  Attention,
  WebhookDelivery,
  AttemptOutcome,
  History,
  Mapping,
} from "../../../../prisma/client/client.ts";
import {
  decryptProviderOrder,
  type ProviderOrder,
  ATTEMPT_MESSAGE,
  decryptPayload,
} from "../../core/provider-order.ts";
import type { ArtworkWarning } from "../../../ports/artwork.ts";
import type { PrintOrder, Side } from "../../../ports/order-model.ts";
import type { ShopId } from "../../../ports/ids.ts";
import type { WebhookParser } from "../../../ports/webhooks.ts";
import { ATTENTION, type AttentionCode } from "../../core/attention.ts";
import type { OrdersContext } from "../../core/context.ts";
import { decryptClaim, type ClaimContent } from "../../core/claim-content.ts";
import { decryptChange, type ChangeContent } from "../../core/order-change.ts";
import { readFindingsOf, type PrintedItem } from "../../../print-files/findings.ts";
import { readStaffNames } from "../../../shops/staff-names.ts";
import type { StoredOrder, StoredSubmission } from "./stored-order.ts";

/** The decrypted parts of an order, for the merchant only. Never log them. */
export interface Confidential {
  /** What staff changed, by change. */
  changes: ReadonlyMap<string, ChangeContent>;
  /** The texts of claims, by claim. */
  claims: ReadonlyMap<string, ClaimContent>;
  /** The payloads by submission. */
  payloads: ReadonlyMap<string, PrintOrder>;
  /** The orders as the print service showed them last, by submission. */
  providerOrders: ReadonlyMap<string, ProviderOrder>;
  /** The print service's messages about a reason. */
  providerMessages(reason: Attention): string[];
  /** Names of staff by Shopify's ids of the users, as far as they are known. */
  staffNames: ReadonlyMap<string, string>;
  /** The print service's message to an attempt; null without one, or after its erasure. */
  attemptMessage(attempt: Attempt): string | null;
  /** The signed address of a small picture of an artwork; null: a page asks for it by script. */
  previewOf(link: string): string | null;
  /** How the artwork of an item suits the print area of a side, in words. */
  areaWarnings(printed: PrintedItem, side: Side): string[];
}

export const NOT_DECRYPTED: Confidential = {
  changes: new Map(),
  claims: new Map(),
  payloads: new Map(),
  providerOrders: new Map(),
  providerMessages: () => [],
  staffNames: new Map(),
  attemptMessage: () => null,
  previewOf: () => null,
  areaWarnings: () => [],
};

export interface DecryptContext extends Pick<OrdersContext, "db" | "sql" | "encryptor" | "clock"> {
  parsePrintServiceWebhook: WebhookParser["printService"];
  /** A warning in the words of the page; left out: none is told. */
  warningText?: (warning: ArtworkWarning) => string;
}

const ABOUT_AREAS: readonly ArtworkWarning["code"][] = ["below_area", "other_shape", "no_area", "wrong_type"];

/** @throws DecryptionError */
export async function decryptConfidential(
  ctx: DecryptContext,
  order: StoredOrder,
  mappings: readonly Mapping[],
): Promise<Confidential> {
  const ids = order.attentions.flatMap((reason) => reason.deliveryId ?? []);
  const rows = ids.length === 0 ? [] : await ctx.db.webhookDelivery.findMany({ where: { id: { in: ids } } });
  const events = new Map(rows.map((row) => [row.id, row]));
  const users = new Set([
    ...order.history.flatMap((entry) => userOf(entry) ?? []),
    ...order.claims.flatMap(({ openedBy, answeredBy }) => [openedBy ?? [], answeredBy ?? []].flat()),
  ]);
  const payloads = bySubmission(order, (row) => decryptPayload(ctx, row));
  const items = [...payloads.values()].flatMap((payload) => payload.items);
  const version = order.history.find(isAboutReplacedFile)?.id ?? "";
  return {
    changes: new Map(
      order.changes.flatMap((row) => {
        const content = decryptChange(ctx, row);
        return content ? [[row.id, content]] : [];
      }),
    ),
    claims: new Map(
      order.claims.flatMap((row) => {
        const content = decryptClaim(ctx, row);
        return content ? [[row.id, content]] : [];
      }),
    ),
    payloads,
    areaWarnings: await readAreaWarnings(ctx, order.shopId, [...items, ...mappings]),
    providerOrders: bySubmission(order, (row) => decryptProviderOrder(ctx, row)),
    staffNames: await readStaffNames(ctx, order.shopId, [...users]),
    attemptMessage: (attempt) => ATTEMPT_MESSAGE.decrypt(ctx, attempt),
    previewOf: (link) => previewPath(ctx, { shopId: order.shopId, link, version }),
    providerMessages: (reason) => {
      const event = reason.deliveryId ? events.get(reason.deliveryId) : undefined;
      if (event) return eventMessages(ctx, event, reason.subject);
      const submission = order.submissions.find((one) => one.id === reason.submissionId);
      const { explainedBy: outcome } = ATTENTION[reason.code];
      return outcome && submission ? attemptMessages(ctx, submission, outcome) : [];
    },
  };
}

function bySubmission<T>(order: StoredOrder, decrypt: (row: StoredSubmission) => T | null): Map<string, T> {
  return new Map(
    order.submissions.flatMap((row) => {
      const content = decrypt(row);
      return content ? [[row.id, content] as const] : [];
    }),
  );
}

/** Nothing is read where the page has no words for them. */
async function readAreaWarnings(
  { warningText, ...ctx }: DecryptContext,
  shopId: ShopId,
  printed: readonly PrintedItem[],
): Promise<Confidential["areaWarnings"]> {
  if (!warningText) return () => [];
  const findingsOf = await readFindingsOf(ctx, shopId, printed);
  return (item, side) => {
    const warnings = findingsOf(item).find((one) => one.side === side)?.warnings ?? [];
    return warnings.filter(({ code }) => ABOUT_AREAS.includes(code)).map(warningText);
  };
}

/** The limit of different messages of one event. */
const MAX_MESSAGES = 20;

/** `sku`: the item of the reason, "" for all. */
function eventMessages(ctx: DecryptContext, row: WebhookDelivery, sku: string): string[] {
  if (!row.bodyEncrypted) return [];
  const body = DELIVERY_BODY.decryptBytes(ctx, row.id, row.bodyEncrypted);
  const meaning = ctx.parsePrintServiceWebhook(row.topic, body);
  if (meaning.kind !== "status") return [];
  const about = meaning.items.filter((item) => sku === "" || item.itemSku.trim() === sku);
  return [...new Set(about.flatMap((item) => item.messageError ?? []))].slice(0, MAX_MESSAGES);
}

function attemptMessages(ctx: DecryptContext, submission: StoredSubmission, outcome: AttemptOutcome): string[] {
  const last = submission.attempts.findLast((attempt) => attempt.outcome === outcome);
  const message = last ? ATTEMPT_MESSAGE.decrypt(ctx, last) : null;
  return message ? [message] : [];
}

/** Shopify's id of the member of staff who caused an entry; null for all others, or where it is not known. */
function userOf({ actor, data }: Pick<History, "actor" | "data">): string | null {
  const user = actor === "person" ? (data as Record<string, unknown>)["user"] : null;
  return typeof user === "string" ? user : null;
}

/** The name of the member of staff who caused an entry; null for all others, or where it is not known. */
export const staffNameOf = (
  { staffNames }: { staffNames: ReadonlyMap<string, string> },
  entry: Pick<History, "actor" | "data"> | undefined,
): string | null => staffNames.get((entry && userOf(entry)) ?? "") ?? null;

/** Before and after a person decides, the pictures are those of the files that are there. */
const isAboutReplacedFile = ({ data }: StoredOrder["history"][number]): boolean =>
  (data as { code?: AttentionCode }).code === "artwork_changed";
