import type { Submission } from "../../../../prisma/client/client.ts";
import type { Tx } from "../../../database/transaction.ts";
import { idsOf } from "../../core/history.ts";
import type { OrdersContext } from "../../core/context.ts";
import { changeOrderIn } from "../../core/change-orders.ts";
import { raiseReason } from "../../core/order-rows.ts";
import type { SentLine } from "../../core/sent-content.ts";
import type { PrintOrder } from "../../../ports/order-model.ts";
import { recordSkuAnswers } from "../../../quotes/sku-answers.ts";

interface Rejection {
  detail: Record<string, unknown>;
  /** What was sent. */
  lines: readonly Pick<SentLine, "orderLineId" | "itemSku">[];
  /** The service's message. */
  message: string | null | undefined;
  /** What was sent; null once erased. */
  payload: Pick<PrintOrder, "countryCode"> | null;
}

/**
 * Raises `rejected`: of each line item whose print SKU the service's message names, so that the page leads to its mapping, else of
 * the whole submission. Where the message is about the SKU itself, the pages of products show the SKU as rejected, too, and the
 * reason says so (`aboutSku`): core/resendable.ts asks for it. Needs the order's lock.
 */
export async function raiseRejected(
  tx: Tx,
  ctx: OrdersContext,
  row: Pick<Submission, "id" | "shopId" | "orderId" | "printAccountId">,
  { detail, lines, message, payload }: Rejection,
): Promise<void> {
  const refused = lines.filter(({ itemSku }) => isNamed(itemSku, message ?? ""));
  const found = await tx.orderLine.findMany({
    where: { id: { in: refused.map(({ orderLineId }) => orderLineId) } },
    select: { shopifyGid: true },
    orderBy: { id: "asc" },
  });
  const subjects = found.length === 0 ? [""] : found.map(({ shopifyGid }) => shopifyGid);
  const aboutSku = isAboutSku(message ?? "");
  await changeOrderIn(tx, row.orderId, (rows) => {
    for (const subject of subjects)
      raiseReason(rows, ctx, { ...idsOf(row), code: "rejected", subject, detail: { ...detail, aboutSku } });
  });
  const { printAccountId } = row;
  const rejected = refused.map(({ itemSku }) => itemSku);
  if (payload !== null && printAccountId !== null && aboutSku)
    await recordSkuAnswers(
      { db: tx, clock: ctx.clock },
      { printAccountId, countryCode: payload.countryCode, rejected },
    );
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
