import type { OrderLine } from "../../../prisma/client/client.ts";
import { readSettings, type ShopSettings } from "../../settings/settings.ts";
import type { Tx } from "../../database/sql.ts";
import type { OrdersContext } from "../core/context.ts";
import { readOrderByGid, type OrderWithLines } from "../core/load-rows.ts";
import type { SubmissionWithLines } from "../core/submission-row.ts";
import type { ChangedValues } from "../core/order-change.ts";
import { withoutReprints } from "../core/reprints.ts";
import { MUTABLE_STATES } from "../core/states.ts";
import type { ShopRow } from "../core/shop-row.ts";
import { readMappings } from "../compose/decide-lines.ts";
import {
  givenOfLine,
  givenOfOrder,
  readCurrentChanges,
  withoutQuantity,
  type CurrentChange,
  type GivenValues,
} from "../compose/current-changes.ts";
import { withKnownIds } from "../compose/eligibility.ts";
import { neededQuantity, partsByLine, sentQuantity } from "../compose/line-quantities.ts";
import type { LineSnapshot, OrderSnapshot, TextPlacements } from "../../ports/order-model.ts";
import type { OrderLineId } from "../../ports/ids.ts";
import { RemoteError } from "../../ports/errors.ts";
import { lockOrderByGid } from "../core/lock.ts";
import type { Gid } from "../../ports/gid.ts";
import { applySnapshot } from "../receive/apply-snapshot.ts";
import { readSnapshot } from "../receive/receive-order.ts";

/** What can be changed: one line, or with a null line the order as a whole. */
export interface ChangeSubject {
  line: { row: OrderLine; snapshot: LineSnapshot } | null;
  given: GivenValues;
  change: CurrentChange | undefined;
  /** Pieces of the line that are still to be sent, if staff withholds none; null where nothing that was ordered is unsent. */
  needed: number | null;
  /** Pieces of the line that were sent, reprints aside. */
  sent: number;
  /** The quantity of a change that stays as it is, since it was sent. */
  sentQuantity: CurrentChange | undefined;
  /** Where texts are drawn on the line's artwork. */
  texts: TextPlacements;
}

/** An unsent order with everything that staff can change of it. */
export interface ChangeState {
  order: OrderWithLines;
  /** The submission that is not sent yet. */
  submission: SubmissionWithLines;
  settings: ShopSettings;
  subjects: ChangeSubject[];
}

/**
 * null when the shop has no such order, or nothing of it is unsent. `wanted`: values of the order that staff wants; a method is
 * chosen for their destination. Needs the order's lock, if something is to be written.
 */
export async function readChangeState(
  tx: Tx,
  ctx: OrdersContext,
  shop: ShopRow,
  snapshot: OrderSnapshot,
  wanted?: ChangedValues,
): Promise<ChangeState | null> {
  const order = await readOrderByGid(tx, shop.id, snapshot.gid);
  const unsent = order?.submissions.filter(({ state }) => MUTABLE_STATES.includes(state)) ?? [];
  const ordered = withoutReprints(unsent)[0];
  const submission = ordered ?? unsent[0];
  if (!order || !submission) return null;
  const settings = readSettings(shop.settings);
  const hash = (value: string) => ctx.encryptor.hash(value);
  const changes = await readCurrentChanges(tx, ctx, order.id);
  const lines = linesShown(order.lines, snapshot);
  const mappings = await readMappings(
    tx,
    shop.id,
    lines.map((line) => line.snapshot),
  );
  const partsOf = partsByLine(order.submissions);
  const isUnsent = (lineId: OrderLineId, parts: typeof unsent) =>
    parts.some((part) => part.lines.some(({ orderLineId }) => orderLineId === lineId));
  const subjects = lines.filter(({ row }) => isUnsent(row.id, unsent));
  const ofLines = subjects.map(({ row, snapshot: shown }): ChangeSubject => {
    const mapping = shown.variantGid ? mappings.byVariant(shown.variantGid) : undefined;
    const { values, basis } = givenOfLine({ snapshot: shown, given: mapping }, snapshot, settings, hash);
    const subject = {
      ...{ line: { row, snapshot: shown }, sent: sentQuantity(partsOf(row.id)) },
      texts: mapping?.texts ?? {},
    };
    const change = changes.ofLine(row.id);
    if (!ordered || !isUnsent(row.id, [ordered]))
      return {
        ...subject,
        given: { values, basis },
        change: withoutQuantity(change),
        needed: null,
        sentQuantity: change,
      };
    const { quantity } = shown;
    const open = { quantity, remaining: order.printFulfilledAt ? quantity : shown.remaining, returned: row.returned };
    const needed = neededQuantity(open, partsOf(row.id));
    const given = { values: { ...values, quantity: needed }, basis };
    return { ...subject, given, change, needed, sentQuantity: undefined };
  });
  const whole: ChangeSubject = {
    line: null,
    given: givenOfOrder(
      snapshot,
      subjects.map((line) => line.snapshot),
      wanted ?? changes.ofOrder?.values ?? {},
      settings,
      hash,
    ),
    change: changes.ofOrder,
    needed: null,
    sent: 0,
    sentQuantity: undefined,
    texts: {},
  };
  return { order, submission, settings, subjects: [whole, ...ofLines] };
}

/** The printable lines that Shopify shows. */
function linesShown(rows: readonly OrderLine[], snapshot: OrderSnapshot) {
  return snapshot.lines.flatMap((shown) => {
    const row = rows.find(({ shopifyGid }) => shopifyGid === shown.gid);
    return row?.eligibility === "printable" ? [{ row, snapshot: withKnownIds(shown, row) }] : [];
  });
}

/** Whether the shop has such an order. */
export const isKnown = async ({ db }: OrdersContext, { id: shopId }: ShopRow, shopifyGid: Gid<"Order">) =>
  (await db.order.count({ where: { shopId, shopifyGid } })) > 0;

/** The order as Shopify shows it now; null where that cannot be read. */
export async function readForChange(
  ctx: OrdersContext,
  shop: ShopRow,
  shopifyGid: Gid<"Order">,
): Promise<OrderSnapshot | null> {
  try {
    return await readSnapshot(ctx, shop, shopifyGid);
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    ctx.log.warn({ error: error.name }, "order to change not readable");
    return null;
  }
}

/** Applies what Shopify shows, then finds what is to be changed. Locks the order. */
export async function findSubject(
  tx: Tx,
  ctx: OrdersContext,
  shop: ShopRow,
  snapshot: OrderSnapshot,
  lineId: OrderLineId | null,
  wanted?: ChangedValues,
): Promise<{ state: ChangeState; subject: ChangeSubject } | { result: "not_found" | "invalid_state" | "unreadable" }> {
  if (!(await lockOrderByGid(tx, shop.id, snapshot.gid))) return { result: "not_found" };
  const applied = await applySnapshot(tx, ctx, shop, snapshot);
  if (applied.outcome === "stale") return { result: "unreadable" };
  const state = await readChangeState(tx, ctx, shop, snapshot, wanted);
  if (!state || state.order.redactedAt || state.order.cancelledAt) return { result: "invalid_state" };
  const subject = state.subjects.find(({ line }) => (line?.row.id ?? null) === lineId);
  return subject ? { state, subject } : { result: "invalid_state" };
}
