import { Prisma } from "../../prisma/client/client.ts";
import { z } from "zod";
import type { AccountMove, AccountMoveProblem } from "../../prisma/client/client.ts";
import { defineRun } from "../long-runs/engine.ts";
import { holdsFixedIn } from "../orders/core/attention.ts";
import type { OrdersContext } from "../orders/core/context.ts";
import { parseReference } from "../orders/core/reference.ts";
import { FOLLOWED_STATES, IN_FLIGHT_STATES } from "../orders/core/states.ts";
import { scanList } from "../orders/provider-reader/list-scan.ts";
import { DAY_MS } from "../ports/clock.ts";
import { UnauthorizedError } from "../ports/errors.ts";
import type { PrintAccountId, ShopId } from "../ports/ids.ts";
import type { InterfaceVersion, Login, SyncedOrder } from "../ports/print-service.ts";
import type { Progress } from "../ports/progress.ts";
import type { ShopActionsContext } from "../print-accounts/context.ts";
import { storeLogin } from "../print-accounts/print-accounts.ts";
import { registerWebhooks } from "../print-accounts/webhooks/register-webhooks.ts";
import { callProvider } from "../print-accounts/webhooks/self-test.ts";
import type { ShopsContext } from "../shops/context.ts";
import type { NoteAction } from "../shops/staff-actions.ts";

/**
 * A shop that moves to another version of the service's interface gets another row of PrintAccount. Nothing is sent again, and an order
 * whose outcome is not known stays where it was sent: both need that the two rows are one account of the service, which the interface
 * does not say. So the lists of both are compared first. References cannot be guessed: one that both show is of one account.
 */

/** How far the lists are compared. Shopify shows most apps orders of these days only. */
const DAYS = 60;
const DAYS_OF_PART = 10;
const PARTS = DAYS / DAYS_OF_PART;
/** A comparison says so long that both are one account: staff could change either one's login later. */
const VALID_MS = DAY_MS;

/** Whether both lists have to be compared before the shop uses an account of this version: it has sent orders through another one. */
export async function needsComparison(
  { db }: Pick<ShopsContext, "db">,
  shopId: ShopId,
  version: InterfaceVersion,
): Promise<boolean> {
  const shop = await db.shop.findUnique({ where: { id: shopId }, include: { printAccount: true } });
  const present = shop?.printAccount;
  if (present?.kind !== "live" || present.interfaceVersion === version) return false;
  const sent = { shopId, printAccountId: present.id, sentAt: { not: null } };
  return (await db.submission.findFirst({ where: sent, select: { id: true } })) !== null;
}

/** Stores the login, and has workers compare its list with that of the present account. In place of an earlier comparison. */
export async function beginComparison(
  ctx: ShopsContext,
  shopId: ShopId,
  { credentials, version, token }: { credentials: Login; version: InterfaceVersion; token: string },
  note?: NoteAction,
): Promise<void> {
  await storeLogin(ctx, credentials, token, { version }, async (tx, { id: toAccountId }) => {
    await lockShop(tx, shopId);
    const { printAccountId } = await tx.shop.findUniqueOrThrow({ where: { id: shopId } });
    // A person has moved the shop meanwhile.
    if (printAccountId === toAccountId) return;
    if (!printAccountId) throw new Error("the shop was disconnected meanwhile");
    await tx.longRun.deleteMany({ where: { kind: "account_move", id: shopId } });
    await tx.accountMove.deleteMany({ where: { shopId } });
    const startedAt = ctx.clock.now();
    await tx.accountMove.create({
      data: { shopId, fromAccountId: printAccountId, toAccountId, startedAt },
    });
    await note?.(tx, "account_move_prepared");
  });
}

/** Compares the same accounts once more. */
export async function compareAgain(ctx: Pick<ShopsContext, "db" | "clock">, shopId: ShopId): Promise<void> {
  const begun = { state: "comparing", problem: null, startedAt: ctx.clock.now(), partsRead: 0 } as const;
  await ctx.db.$transaction([
    ctx.db.longRun.deleteMany({ where: { kind: "account_move", id: shopId } }),
    ctx.db.accountMove.updateMany({
      where: { shopId, state: { not: "moved" } },
      data: { ...begun, seen: Prisma.DbNull, result: Prisma.DbNull, comparedAt: null },
    }),
  ]);
}

/** Gives a move up that was being prepared, with a login that nobody uses. */
export async function cancelMove({ db }: Pick<ShopsContext, "db">, shopId: ShopId, note?: NoteAction): Promise<void> {
  await db.$transaction(async (tx) => {
    // A person may be moving the shop at the moment.
    await lockAccounts(tx, shopId);
    await lockShop(tx, shopId);
    const move = await tx.accountMove.findFirst({ where: { shopId, state: { not: "moved" } } });
    if (!move) return;
    await tx.accountMove.delete({ where: { shopId } });
    await note?.(tx, "account_move_canceled");
    const unused = { shops: { none: {} }, submissions: { none: {} }, movesTo: { none: {} }, movesFrom: { none: {} } };
    await tx.printAccount.deleteMany({ where: { id: move.toAccountId, ...unused } });
  });
}

/** What a list shows of an order, to be compared: where it goes, and how many pieces it has; "" and null: not shown. */
const side = z.tuple([z.string(), z.number().nullable()]).nullable();
/** By reference, what the present account's list shows, and what the other one's does. null: not this order. */
const seenOrders = z.record(z.string(), z.tuple([side, side]));
type SeenOrders = z.infer<typeof seenOrders>;

const comparison = z.object({
  both: z.number(),
  onlyPresent: z.number(),
  onlyOther: z.number(),
  different: z.number(),
  examples: z.array(z.string()),
  verdict: z.enum(["same", "different", "too_few"]),
});
type AccountComparison = z.infer<typeof comparison>;

const MAX_EXAMPLES = 5;
/** Of the orders of the present account's list, the other one has to show so many: an order of the last minutes may come later. */
const ENOUGH = 0.8;

/** What both lists show of Inkbridge's orders. Pure. */
export function compareSeen(seen: SeenOrders): AccountComparison {
  const references = Object.keys(seen).sort();
  const has = (reference: string, at: 0 | 1): boolean => Boolean(seen[reference]?.[at]);
  const shared = references.filter((one) => has(one, 0) && has(one, 1));
  const onlyPresent = references.filter((one) => has(one, 0) && !has(one, 1));
  const different = shared.filter((one) => contradicts(seen[one] ?? [null, null]));
  const both = shared.length - different.length;
  const isEnough = both > 0 && both >= ENOUGH * (both + onlyPresent.length);
  return {
    ...{ both, onlyPresent: onlyPresent.length, different: different.length },
    onlyOther: references.length - shared.length - onlyPresent.length,
    examples: [...different, ...onlyPresent].slice(0, MAX_EXAMPLES),
    verdict: different.length > 0 ? "different" : isEnough ? "same" : "too_few",
  };
}

/** SKUs are not compared: the versions may spell them differently. */
function contradicts([a, b]: SeenOrders[string]): boolean {
  if (!a || !b) return false;
  const [country, pieces] = a;
  const [otherCountry, otherPieces] = b;
  const isElsewhere = country !== "" && otherCountry !== "" && country !== otherCountry;
  return isElsewhere || (pieces !== null && otherPieces !== null && pieces !== otherPieces);
}

/** Version 1 shows the quantity that is still to be shipped: once there is tracking, it says nothing. */
function sideOf({ recipient, items, trackings }: SyncedOrder): z.infer<typeof side> {
  const isShown =
    trackings.length === 0 && items.length > 0 && items.every(({ quantityShown = true }) => quantityShown);
  const pieces = isShown ? items.reduce((sum, { quantity }) => sum + quantity, 0) : null;
  return [recipient.countryCode.trim().toUpperCase(), pieces];
}

function addListed(seen: SeenOrders, orders: ReadonlyMap<string, SyncedOrder>, at: 0 | 1): SeenOrders {
  const added = { ...seen };
  for (const [reference, order] of orders) {
    if (parseReference(reference) === null) continue;
    const [present, other] = added[reference] ?? [null, null];
    added[reference] = at === 0 ? [sideOf(order), other] : [present, sideOf(order)];
  }
  return added;
}

/** Reads both lists part by part. A part that was cut off is read again. */
export const accountMoveRun = defineRun<OrdersContext, ShopId>({
  kind: "account_move",
  everyMs: 1_000,
  // A person waits: then the page says what is in the way.
  retry: { tries: 5 },
  async due({ db }) {
    const moves = await db.accountMove.findMany({
      where: { state: "comparing", shop: { uninstalledAt: null } },
      select: { shopId: true },
    });
    return moves.map(({ shopId }) => ({ id: shopId, shopId }));
  },
  async step(ctx, shopId, turn) {
    while (!turn.isOver()) {
      const move = await ctx.db.accountMove.findFirst({ where: { shopId, state: "comparing" } });
      if (!move) return;
      if (move.partsRead < PARTS) await readPart(ctx, move);
      else await conclude(ctx, move);
      turn.hasAdvanced = true;
    }
  },
  async progress({ db }, shopId) {
    const move = await db.accountMove.findUnique({ where: { shopId }, select: { partsRead: true } });
    return { done: move?.partsRead ?? 0, total: move ? PARTS : 0 };
  },
  async onFailure({ db }, shopId, error, isLast) {
    const isRejected = error instanceof UnauthorizedError;
    const problem: AccountMoveProblem = isRejected ? "account_rejected" : "unavailable";
    const ended = isLast || isRejected ? ({ state: "failed" } as const) : {};
    await db.accountMove.updateMany({ where: { shopId, state: "comparing" }, data: { problem, ...ended } });
  },
});

/** Of two processes that read the same part, or after a new beginning, the first one's reading counts. */
const asRead = ({ shopId, startedAt, partsRead, fromAccountId, toAccountId }: AccountMove) =>
  ({ shopId, startedAt, partsRead, fromAccountId, toAccountId, state: "comparing" }) as const;

async function readPart(ctx: OrdersContext, move: AccountMove): Promise<void> {
  const end = move.startedAt.getTime() - (PARTS - 1 - move.partsRead) * DAYS_OF_PART * DAY_MS;
  const [from, to] = [new Date(end - DAYS_OF_PART * DAY_MS), new Date(end)];
  const present = await scanList(ctx, move.fromAccountId, from, to);
  const other = await scanList(ctx, move.toAccountId, from, to);
  const before = seenOrders.parse(move.seen ?? {});
  const seen = addListed(addListed(before, present.orders, 0), other.orders, 1);
  const data = { seen, partsRead: move.partsRead + 1, problem: null };
  await ctx.db.accountMove.updateMany({ where: asRead(move), data });
}

async function conclude(ctx: OrdersContext, move: AccountMove): Promise<void> {
  const result = compareSeen(seenOrders.parse(move.seen ?? {}));
  const data = { state: "compared", result, comparedAt: ctx.clock.now(), seen: Prisma.DbNull } as const;
  await ctx.db.accountMove.updateMany({ where: asRead(move), data });
}

/** What is known of a shop's move. Times are ISO 8601, UTC. `version`: that of the interface to which it goes. */
export type AccountMoveView = { version: InterfaceVersion } & (
  | ({ state: "comparing"; isWaiting: boolean } & Pick<Progress, "done" | "total">)
  | ({ state: "compared"; comparedAt: string; isOutdated: boolean } & AccountComparison)
  | { state: "failed"; problem: AccountMoveProblem }
  /** Orders that were sent before, and are followed on the former account until they end. */
  | { state: "moved"; at: string; open: number }
);

/** null: no move is prepared, and none was made to the account that the shop uses. */
export async function viewMove(
  ctx: Pick<ShopsContext, "db" | "clock">,
  shopId: ShopId,
): Promise<AccountMoveView | null> {
  const move = await ctx.db.accountMove.findUnique({
    where: { shopId },
    // Of a large account it has megabytes.
    omit: { seen: true },
    include: { toAccount: { select: { interfaceVersion: true } }, shop: { select: { printAccountId: true } } },
  });
  if (!move) return null;
  const version = move.toAccount.interfaceVersion;
  if (move.state === "comparing")
    return { state: "comparing", version, isWaiting: move.problem !== null, done: move.partsRead, total: PARTS };
  if (move.state === "failed") return { state: "failed", version, problem: move.problem ?? "unavailable" };
  if (move.state === "compared" && move.comparedAt)
    return {
      ...{ state: "compared", version, comparedAt: move.comparedAt.toISOString() },
      ...{ isOutdated: isOutdated(ctx, move.comparedAt), ...comparison.parse(move.result) },
    };
  if (!move.movedAt || move.shop.printAccountId !== move.toAccountId) return null;
  const state = { in: [...FOLLOWED_STATES, ...IN_FLIGHT_STATES] };
  const open = await ctx.db.submission.count({ where: { shopId, printAccountId: move.fromAccountId, state } });
  return { state: "moved", version, at: move.movedAt.toISOString(), open };
}

const isOutdated = ({ clock }: Pick<ShopsContext, "clock">, comparedAt: Date | null): boolean =>
  !comparedAt || clock.now().getTime() - comparedAt.getTime() > VALID_MS;

export type MoveOutcome = "moved" | "not_same" | "outdated" | "rejected";

/**
 * Moves a shop to the account whose list shows the same orders. What is not sent yet goes through it from now on, under the same
 * references; what was sent, or may have been, stays with the former account, which is followed until its last order has ended. Repeating
 * it changes nothing.
 */
export async function moveShop(ctx: ShopActionsContext, shopId: ShopId, note?: NoteAction): Promise<MoveOutcome> {
  const moved = await ctx.db.$transaction((tx) => moveLocked(tx, ctx, shopId, note));
  if (typeof moved === "string") return moved;
  await ctx.wakeHeld(shopId, holdsFixedIn("print_account"));
  // Where this fails, the periodic job repeats it. The former registrations stay: its orders are still under way.
  await callProvider(() => registerWebhooks(ctx, moved.toAccountId));
  return "moved";
}

/** Before the shop, as claims and whoever connects an account lock them. */
const lockAccounts = (tx: Prisma.TransactionClient, shopId: ShopId) => tx.$queryRaw`
  SELECT 1 FROM "PrintAccount" a
  WHERE a."id" IN (SELECT unnest(ARRAY[m."fromAccountId", m."toAccountId"]) FROM "AccountMove" m WHERE m."shopId" = ${shopId}::uuid)
  ORDER BY a."id" FOR NO KEY UPDATE`;

/** Before the shop's move, as whoever connects or disconnects an account. */
const lockShop = (tx: Prisma.TransactionClient, shopId: ShopId) =>
  tx.$queryRaw`SELECT 1 FROM "Shop" WHERE "id" = ${shopId}::uuid FOR NO KEY UPDATE`;

type LockedMove = Pick<AccountMove, "state" | "toAccountId" | "fromAccountId" | "comparedAt" | "result"> & {
  printAccountId: PrintAccountId | null;
};

async function moveLocked(
  tx: Prisma.TransactionClient,
  ctx: ShopActionsContext,
  shopId: ShopId,
  note: NoteAction | undefined,
): Promise<{ toAccountId: PrintAccountId } | Exclude<MoveOutcome, "moved">> {
  // Waits for the claims that are made with the former account: what they send ends there, and no other one follows (FOR_SHARE_OF_SHOP).
  await lockAccounts(tx, shopId);
  await lockShop(tx, shopId);
  const [move] = await tx.$queryRaw<LockedMove[]>`
    SELECT s."printAccountId", m."state", m."toAccountId", m."fromAccountId", m."comparedAt", m."result"
    FROM "AccountMove" m JOIN "Shop" s ON s."id" = m."shopId" WHERE m."shopId" = ${shopId}::uuid FOR NO KEY UPDATE OF m`;
  if (move?.state === "moved" && move.printAccountId === move.toAccountId) return move;
  if (move?.state !== "compared" || move.printAccountId !== move.fromAccountId) return "outdated";
  if (isOutdated(ctx, move.comparedAt)) return "outdated";
  if (comparison.parse(move.result).verdict !== "same") return "not_same";
  const { refusedAt } = await tx.printAccount.findUniqueOrThrow({ where: { id: move.toAccountId } });
  if (refusedAt) return "rejected";
  const now = ctx.clock.now();
  const data = { printAccountId: move.toAccountId, connectedAt: now, version: { increment: 1 } };
  await tx.shop.update({ where: { id: shopId }, data });
  await tx.accountMove.update({ where: { shopId }, data: { state: "moved", movedAt: now } });
  // What the former account may not know, the new one does not know, either.
  await tx.$executeRaw`
    UPDATE "PrintAccount" t SET "syncGapFrom" = LEAST(t."syncGapFrom", f."syncGapFrom"), "syncGapProblem" = NULL,
      "syncGapDetectedAt" = GREATEST(t."syncGapDetectedAt", f."syncGapDetectedAt")
    FROM "PrintAccount" f
    WHERE t."id" = ${move.toAccountId}::uuid AND f."id" = ${move.fromAccountId}::uuid AND f."syncGapFrom" IS NOT NULL`;
  await note?.(tx, "account_moved");
  return move;
}
