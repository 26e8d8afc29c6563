import { Prisma, type ReprintReason } from "../../../prisma/client/client.ts";
import { readRows } from "../../database/rows.ts";
import type { Sql, Tx } from "../../database/sql.ts";
import { RemoteError } from "../../ports/errors.ts";
import type { OrderId, SubmissionId } from "../../ports/ids.ts";
import type { OrderSnapshot, PrintOrder } from "../../ports/order-model.ts";
import type { AttentionCode } from "../core/attention.ts";
import type { OrdersContext } from "../core/context.ts";
import { addHistory, idsOf } from "../core/history.ts";
import { readOrderByGid, type OrderWithLines } from "../core/load-rows.ts";
import { withOrderLock } from "../core/lock.ts";
import { recordApproval } from "../core/raise-attention.ts";
import { readShop, serviceNameOf, type ShopRow } from "../core/shop-row.ts";
import { insertRow, newReprint } from "../receive/new-submission.ts";
import { contentColumns, contentLines, lineRows } from "../compose/submission-content.ts";
import { readSnapshot } from "../receive/receive-order.ts";
import { readReprintContent, type ReprintChoice, type ReprintContent } from "../compose/reprint-content.ts";
import { isReprintable, linkReprint, type ReprintedClaim } from "./claims.ts";
import { isActive, type OrderRef } from "./order-actions.ts";

export interface ReprintRequest {
  /** Made by the dialog, once: the same request twice is one reprint. */
  request: string;
  lines: ReprintChoice[];
  reason: ReprintReason;
  /** `hash` of the preview that staff saw. */
  preview: string;
  /** Staff saw the earlier reprint of some of these lines, and wants another one. */
  reprintAgain: boolean;
  /** The claim that it is asked for from: of each, one reprint stands at a time. */
  claim?: ReprintedClaim | null;
}

/** not_found: neither here nor in Shopify. invalid_state: the order or its lines cannot be reprinted. */
type Refusal = "not_found" | "invalid_state" | "unavailable";

/** What a reprint would send, and what staff answers by asking for it. */
export interface ReprintPreview {
  /** Without a reference; null where the holds prevent it. */
  payload: PrintOrder | null;
  /** The name of its shipping service; null: it has none, or the name is not known. */
  serviceName: string | null;
  /** Open reasons, and whether asking for the reprint answers them. `subject`: Shopify's id of the line. */
  holds: { code: AttentionCode; subject: string; answered: boolean }[];
  hash: string;
  /** References of reprints with some of these lines, sent or open. */
  earlier: string[];
}

export type PreviewResult = { result: "done"; preview: ReprintPreview } | { result: Refusal };

/**
 * changed: no longer what staff saw. again: some of it was reprinted before, and staff has to say so. claim_changed: the claim has a
 * reprint, is done, or is otherwise not as staff saw it.
 */
export type ReprintResult =
  | { result: "done"; submissionId: SubmissionId }
  | { result: Refusal | "changed" | "again" | "blocked" | "claim_changed" };

/** Shows what a reprint would send now. Writes nothing. */
export async function previewReprint(
  ctx: OrdersContext,
  ref: Omit<OrderRef, "userId">,
  lines: ReprintChoice[],
): Promise<PreviewResult> {
  const read = await readFromShopify(ctx, ref);
  if (read.result !== "done") return read;
  return ctx.sql.transaction(async (tx): Promise<PreviewResult> => {
    await tx.execute`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`;
    const order = await readOrderByGid(tx, ref.shopId, ref.shopifyGid);
    const content = order && (await readContent(tx, ctx, order, read, lines));
    if (!content) return { result: "invalid_state" };
    const { payload, hash, holds, answered } = content;
    return {
      result: "done",
      preview: {
        payload,
        serviceName: payload && serviceNameOf(read.shop.printAccount?.services, payload.method),
        hash,
        holds: holds.map((hold) => ({ code: hold.code, subject: hold.subject, answered: answered.includes(hold) })),
        earlier: order.submissions.filter(({ id }) => content.earlier.includes(id)).map(({ reference }) => reference),
      },
    };
  });
}

/**
 * Prints sent items once more, as staff saw it in the preview. The reprint is sent like every other submission, and counts as
 * none of them. Repeating a request finds the reprint that it made.
 */
export async function requestReprint(ctx: OrdersContext, ref: OrderRef, input: ReprintRequest): Promise<ReprintResult> {
  const { shopId, shopifyGid } = ref;
  const found = await ctx.db.order.findFirst({ where: { shopId, shopifyGid }, select: { id: true } });
  if (!found) return { result: "not_found" };
  // Asked first: after the answer to a request was lost, Shopify or the order may show something else.
  const earlier = await findRequested(ctx.sql, found.id, input.request);
  if (earlier) return earlier;
  const read = await readFromShopify(ctx, ref);
  if (read.result !== "done") return read;
  const result = await withOrderLock(ctx, found.id, async (tx): Promise<ReprintResult> => {
    const order = await readOrderByGid(tx, ref.shopId, ref.shopifyGid);
    const requested = await findRequested(tx, found.id, input.request);
    if (requested) return requested;
    if (input.claim && !(await isReprintable(tx, found.id, input.claim))) return { result: "claim_changed" };
    const content = order && (await readContent(tx, ctx, order, read, input.lines));
    if (!content) return { result: "invalid_state" };
    if (!content.payload) return { result: "blocked" };
    if (content.hash !== input.preview) return { result: "changed" };
    if (content.earlier.length > 0 && !input.reprintAgain) return { result: "again" };
    return { result: "done", submissionId: await createReprint(tx, ctx, read.shop, order, ref, input, content) };
  });
  if (result.result === "done") ctx.wake.submission(result.submissionId);
  return result;
}

/** The reprint that a request made. A request of another order makes none. */
async function findRequested(sql: Sql, orderId: OrderId, request: string): Promise<ReprintResult | null> {
  const [row] = await readRows(sql, "Submission", Prisma.sql`WHERE "reprintRequest" = ${request}`);
  if (!row) return null;
  return row.orderId === orderId ? { result: "done", submissionId: row.id } : { result: "invalid_state" };
}

/** Waiting and due: its first step reads the order again, as for every submission. */
async function createReprint(
  tx: Tx,
  ctx: OrdersContext,
  shop: ShopRow,
  order: OrderWithLines,
  staff: OrderRef,
  { request, reason, reprintAgain, claim }: ReprintRequest,
  { payload, linesToSend, answered }: ReprintContent,
): Promise<SubmissionId> {
  const row = newReprint(ctx, order, { shopDomain: shop.domain, asked: { reason, request } });
  const content = payload && { ...payload, reference: row.reference };
  const lines = lineRows(ctx, row.id, contentLines(ctx, content, linesToSend));
  const submission = { ...row, ...contentColumns(ctx, row.id, content), lines };
  await insertRow(tx, submission);
  const ids = idsOf(submission);
  for (const hold of answered) await recordApproval(tx, ctx, { ...ids, ...hold });
  if (claim) await linkReprint(tx, claim, submission.id);
  const forClaim = claim && { claim: claim.id };
  const data = { kind: "reprint", reference: submission.reference, reason, again: reprintAgain, ...forClaim };
  await addHistory(tx, ctx, { ...ids, code: "submission.reprint_requested", actor: staff, data });
  return submission.id;
}

async function readContent(
  tx: Tx,
  ctx: OrdersContext,
  order: OrderWithLines,
  { shop, snapshot }: { shop: ShopRow; snapshot: OrderSnapshot },
  lines: readonly ReprintChoice[],
): Promise<ReprintContent | null> {
  const active = isActive(order) && order.ignoredReason === null && snapshot.cancelledAt === null;
  return active ? readReprintContent(tx, ctx, { shop, order, snapshot }, lines) : null;
}

type ShopifyRead = { result: "done"; shop: ShopRow; snapshot: OrderSnapshot } | { result: Refusal };

async function readFromShopify(
  ctx: OrdersContext,
  { shopId, shopifyGid }: Omit<OrderRef, "userId">,
): Promise<ShopifyRead> {
  const shop = await readShop(ctx.sql, { id: shopId });
  if (!shop) return { result: "not_found" };
  try {
    const snapshot = await readSnapshot(ctx, shop, shopifyGid);
    return snapshot ? { result: "done", shop, snapshot } : { result: "not_found" };
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    return { result: "unavailable" };
  }
}
