import type { Order, Submission } from "@prisma/client";
import { readSettings } from "../../settings/settings.ts";
import { ForeignError, Unavailable } from "../../ports/errors.ts";
import { raise } from "../core/raise-attention.ts";
import type { OrdersContext, Tx } from "../core/context.ts";
import { lockOrder } from "../core/lock.ts";
import type { OrderSnapshot } from "../../ports/order-model.ts";
import { move } from "../core/apply-transition.ts";
import { paidForOurs } from "../receive/paid-amount.ts";
import { openPayload } from "../core/payload.ts";
import type { ShopRow } from "../receive/order-row.ts";
import { pastIsKnown } from "../core/is-history-complete.ts";
import { wasChecked, type PreSend } from "../receive/build-submission.ts";
import { takeIn } from "../receive/apply-snapshot.ts";
import { readShop, readShopLocked, sendingFacts } from "../core/shop-row.ts";
import { accountWait, lockAccount } from "./rate-limit.ts";
import { askBeforeResend, NEVER_SENT, type AskedBefore } from "./lookup-before-resend.ts";
import { checkBeforeSending } from "./pre-send-checks.ts";
import { claim, type Claim } from "./claim.ts";
import { putOff, waitForAccount } from "./reschedule.ts";
import { send } from "./send.ts";

type Row = Submission & { order: Order };

/** Reads the Shopify order again, takes in what changed, claims, sends. Content that changed on the way goes round again. */
export async function trySubmit(ctx: OrdersContext, submissionId: string): Promise<void> {
  const row = await ctx.db.submission.findUnique({ where: { id: submissionId }, include: { order: true } });
  const shop = row && (await readShop(ctx.db, { id: row.shopId }));
  if (!row || !shop) return;
  if (shop.uninstalledAt) return waitForInstallation(ctx, row);
  // Asked before the order is read, so that a full account costs no reading; and once more with the claim.
  const wait = row.state === "ready" && shop.printAccountId ? await accountWait(ctx, ctx.db, shop.printAccountId) : 0;
  if (wait > 0) return waitForAccount(ctx, row, wait);
  const before = row.sentAt ? await askBefore(ctx, shop, row) : NEVER_SENT;
  if (before.outcome === "found") return;
  if (before.outcome === "unreadable")
    return putOff(ctx, row, { code: "not_sent_yet", atLeastMs: before.retryAfterMs });
  const snapshot = await reread(ctx, shop, row);
  if (!snapshot) return;
  const preSend = await check(ctx, shop, row, snapshot);
  const claimed = await ctx.db.$transaction((tx) =>
    takeInAndClaim(ctx, tx, { shopId: shop.id, snapshot, preSend, attempts: before.attempts }),
  );
  if (claimed === "again") ctx.wake.submission(submissionId);
  // Shopify shows less than a webhook told: it catches up, or a person has to know.
  else if (claimed === "stale") await putOff(ctx, row, { code: "order_unreadable" });
  else if (claimed === "past_unknown") await putOff(ctx, row, { code: "past_unknown" });
  else if (claimed && "waitMs" in claimed) await waitForAccount(ctx, row, claimed.waitMs);
  else if (claimed) await send(ctx, claimed);
}

async function waitForInstallation(ctx: OrdersContext, row: Row): Promise<void> {
  const ids = { shopId: row.shopId, orderId: row.orderId, submissionId: row.id };
  await ctx.db.$transaction(async (tx) => {
    await lockOrder(tx, row.orderId);
    // Installed again meanwhile: whoever installs wakes what waits, and may have looked before this waited.
    const shop = await readShopLocked(tx, row.shopId);
    if (!shop?.uninstalledAt) return;
    await raise(tx, ctx, { ...ids, code: "shop_uninstalled" });
    await move(tx, ctx, row.id, "wait", { patch: { dueAt: null } });
  });
}

/** A refused account is asked nothing: its orders are held, and an account that is taken again finds attempts to ask about. */
function askBefore(ctx: OrdersContext, shop: ShopRow, row: Row): Promise<AskedBefore> {
  if (shop.printAccount?.refusedAt) return Promise.resolve(NEVER_SENT);
  return askBeforeResend(ctx, row, shop.printAccountId);
}

/** What cannot be read waits. */
async function reread(ctx: OrdersContext, shop: ShopRow, row: Row): Promise<OrderSnapshot | null> {
  try {
    const snapshot = await ctx.shopify.readOrder(
      shop.domain,
      row.order.shopifyGid,
      readSettings(shop.settings).artworkMetafields,
    );
    if (snapshot) return snapshot;
    await putOff(ctx, row, { code: "order_not_found", waitMs: ctx.policy.recheckMs, tellAtOnce: true });
  } catch (error) {
    if (!(error instanceof ForeignError)) throw error;
    ctx.log.warn(
      { submission: row.id, error: error.name, httpStatus: error.httpStatus },
      "order not readable in Shopify",
    );
    const atLeastMs = error instanceof Unavailable ? error.retryAfterMs : undefined;
    await putOff(ctx, row, { code: "order_unreadable", atLeastMs });
  }
  return null;
}

/** Checks what stands in the draft now; when the re-read changes the draft, the checks are made again for the new one. */
async function check(ctx: OrdersContext, shop: ShopRow, row: Row, snapshot: OrderSnapshot): Promise<PreSend | null> {
  const payload = openPayload(ctx, row);
  if (!payload || !row.payloadHash) return null;
  const lines = await ctx.db.orderLine.findMany({
    where: { orderId: row.orderId, fate: "ours" },
    select: { shopifyGid: true },
  });
  const ours = new Set(lines.map((line) => line.shopifyGid));
  const subtotal = paidForOurs(snapshot.lines, (gid) => ours.has(gid));
  const holds = await checkBeforeSending(ctx, {
    payload,
    payloadHash: row.payloadHash,
    settings: readSettings(shop.settings),
    printAccountId: shop.printAccountId,
    paid: { subtotal, shipping: snapshot.shippingPaid, currency: snapshot.currency },
  });
  return { payloadHash: row.payloadHash, sendingFacts: sendingFacts(shop), holds };
}

interface ReadBefore {
  shopId: string;
  snapshot: OrderSnapshot;
  preSend: PreSend | null;
  /** Of the submission, that the service was asked about. */
  attempts: number;
}

type Claimed = Claim | { waitMs: number } | "again" | "stale" | "past_unknown" | null;

/** What was read before the transaction only saved work: order, shop, account and settings count as they stand here. */
async function takeInAndClaim(
  ctx: OrdersContext,
  tx: Tx,
  { shopId, snapshot, preSend, attempts }: ReadBefore,
): Promise<Claimed> {
  const taken = await takeIn(tx, ctx, { id: shopId }, snapshot, preSend);
  if (taken.outcome === "stale") return "stale";
  const ready = taken.ready;
  const printAccountId = ready?.shop.printAccountId;
  if (!ready || !printAccountId) return null;
  if (!wasChecked(preSend, ready)) return "again";
  await lockAccount(tx, printAccountId);
  // An uninstallation, another account, other settings: from here until the commit none of them comes in between.
  const shop = await readShopLocked(tx, shopId);
  if (!shop || sendingFacts(shop) !== sendingFacts(ready.shop)) return "again";
  if (!(await pastIsKnown(tx, ctx, printAccountId))) return "past_unknown";
  const waitMs = await accountWait(ctx, tx, printAccountId);
  return waitMs > 0 ? { waitMs } : claim(tx, ctx, { ...ready, printAccountId, attempts });
}
