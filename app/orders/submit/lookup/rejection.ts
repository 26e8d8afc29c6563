import { Prisma } from "../../../../prisma/client/client.ts";
import { readRows } from "../../../database/rows.ts";
import type { Sql } from "../../../database/sql.ts";
import type { Gid } from "../../../ports/gid.ts";
import type { PrintAccountId, SubmissionId } from "../../../ports/ids.ts";
import type { PrintOrder } from "../../../ports/order-model.ts";
import { recordSkuAnswers } from "../../../quotes/sku-answers.ts";
import type { WriteContext } from "../../core/context.ts";
import { idsOf } from "../../core/history.ts";
import { raiseReason, submissionIn, type OrderRows } from "../../core/order-rows.ts";
import type { SentLine } from "../../core/sent-content.ts";

/** What a rejection is about. */
export interface Rejection {
  /** The items whose print SKU the message names. */
  items: Gid<"LineItem">[];
  /** Their SKUs. */
  skus: string[];
  /** The message is about the SKU itself. */
  aboutSku: boolean;
}

interface RejectedContent {
  /** The service's. */
  message: string | null | undefined;
  /** What was sent. */
  lines: readonly Pick<SentLine, "orderLineId" | "itemSku">[];
}

/** Reads what rejections are about, in one statement. */
export async function readRejections<const Rejected extends readonly RejectedContent[]>(
  sql: Sql,
  rejected: Rejected,
): Promise<{ [At in keyof Rejected]: Rejection }> {
  const named = rejected.map(({ message, lines }) => lines.filter(({ itemSku }) => isNamed(itemSku, message ?? "")));
  const ids = named.flat().map(({ orderLineId }) => orderLineId);
  const found =
    ids.length === 0
      ? []
      : await readRows(sql, "OrderLine", Prisma.sql`WHERE "id" = ANY(${ids}::uuid[]) ORDER BY "id"`);
  const rejections = rejected.map(({ message }, at): Rejection => {
    const lines = named[at] ?? [];
    const isOf = (id: string) => lines.some(({ orderLineId }) => orderLineId === id);
    return {
      items: found.filter(({ id }) => isOf(id)).map(({ shopifyGid }) => shopifyGid),
      skus: lines.map(({ itemSku }) => itemSku),
      aboutSku: isAboutSku(message ?? ""),
    };
  });
  return rejections as { [At in keyof Rejected]: Rejection };
}

/**
 * Raises `rejected`: of each line item whose print SKU the service's message names, so that the page leads to its mapping, else of
 * the whole submission. The reason says whether the message is about the SKU itself (`aboutSku`): core/resendable.ts asks for it.
 */
export function raiseRejected(
  rows: OrderRows,
  ctx: WriteContext,
  id: SubmissionId,
  detail: Record<string, unknown>,
  { items, aboutSku }: Rejection,
): void {
  const ids = idsOf(submissionIn(rows, id));
  for (const subject of items.length === 0 ? [""] : items)
    raiseReason(rows, ctx, { ...ids, code: "rejected", subject, detail: { ...detail, aboutSku } });
}

/** Where the message is about the SKU itself, the pages of products show the SKU as rejected, too. `payload`: null once erased. */
export async function recordRejectedSkus(
  sql: Sql,
  { clock }: Pick<WriteContext, "clock">,
  printAccountId: PrintAccountId | null,
  payload: Pick<PrintOrder, "countryCode"> | null,
  { skus, aboutSku }: Rejection,
): Promise<void> {
  if (payload === null || printAccountId === null || !aboutSku) return;
  await recordSkuAnswers({ sql, clock }, { printAccountId, countryCode: payload.countryCode, rejected: skus });
}

/**
 * Whether a message says that a SKU does not exist or is no longer sold. The interface shows no message of a rejection: one
 * that also speaks of another field may be about that field. The nightly check corrects what was read wrongly.
 */
const isAboutSku = (message: string): boolean =>
  /sku|product|variant|discontinued/i.test(message) &&
  /not? (?:found|exist)|n['’]t exist|unknown|invalid|discontinued|unavailable|not available/i.test(message) &&
  !/art ?work|design|image|file|url|link|mock ?up|quantity|address|zip|postal|phone|e-?mail/i.test(message);

/** As a word of its own: one SKU may be the beginning of another. */
function isNamed(sku: string, message: string): boolean {
  const text = message.toLowerCase();
  const word = sku.trim().toLowerCase();
  if (word === "") return false;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!/[\p{L}\p{N}-]$/u.test(text.slice(0, at)) && !/^[-.]?[\p{L}\p{N}]/u.test(text.slice(at + word.length)))
      return true;
  }
  return false;
}
