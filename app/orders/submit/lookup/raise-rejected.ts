import type { Submission } from "@prisma/client";
import type { Tx } from "../../../database/transaction.ts";
import { idsOf } from "../../core/history.ts";
import type { OrdersContext } from "../../core/context.ts";
import { raiseAttention } from "../../core/raise-attention.ts";
import type { SentLine } from "../../core/sent-content.ts";

interface Rejection {
  detail: Record<string, unknown>;
  /** What was sent. */
  lines: readonly Pick<SentLine, "orderLineId" | "itemSku">[];
  /** The service's message. */
  message: string | null | undefined;
}

/**
 * Raises `rejected`: of each line item whose print SKU the service's message names, so that the page leads to its mapping, else of
 * the whole submission. Needs the order's lock.
 */
export async function raiseRejected(
  tx: Tx,
  ctx: OrdersContext,
  row: Pick<Submission, "id" | "shopId" | "orderId">,
  { detail, lines, message }: Rejection,
): Promise<void> {
  const refused = lines.filter(({ itemSku }) => isNamed(itemSku, message ?? ""));
  const found = await tx.orderLine.findMany({
    where: { id: { in: refused.map(({ orderLineId }) => orderLineId) } },
    select: { shopifyGid: true },
    orderBy: { id: "asc" },
  });
  const subjects = found.length === 0 ? [""] : found.map(({ shopifyGid }) => shopifyGid);
  for (const subject of subjects) await raiseAttention(tx, ctx, { ...idsOf(row), code: "rejected", subject, detail });
}

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
