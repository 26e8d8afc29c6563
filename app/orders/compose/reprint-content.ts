import { readSettings } from "../../settings/settings.ts";
import type { Tx } from "../../database/sql.ts";
import type { OrderLineId, SubmissionId } from "../../ports/ids.ts";
import type { OrderSnapshot, PrintOrder } from "../../ports/order-model.ts";
import { ATTENTION, type Hold } from "../core/attention.ts";
import type { OrdersContext } from "../core/context.ts";
import type { OrderWithLines } from "../core/load-rows.ts";
import { forReprint, readCurrentChanges, type CurrentChanges } from "./current-changes.ts";
import { isReprint, withoutReprints } from "../core/reprints.ts";
import type { ShopRow } from "../core/shop-row.ts";
import { AT_PROVIDER_STATES } from "../core/states.ts";
import { readMappings } from "./decide-lines.ts";
import { composeContent } from "./content.ts";
import { withKnownIds } from "./eligibility.ts";
import { lineToSend, type LineToSend } from "./lines-to-send.ts";
import type { SubmissionWithLines } from "../core/submission-row.ts";

export interface ReprintChoice {
  lineId: OrderLineId;
  quantity: number;
}

/** What a reprint of some lines would send now. */
export interface ReprintContent {
  linesToSend: LineToSend[];
  /** Without a reference; null where a hold prevents it. */
  payload: PrintOrder | null;
  holds: Hold[];
  /** The holds that staff answers by asking for the reprint: each is shown with the content. */
  answered: Hold[];
  /** Keyed hash of the content and of the holds that staff answers: what staff saw. */
  hash: string;
  /** Reprints with some of these lines, sent or open. */
  earlier: SubmissionId[];
}

/** Pieces of a line that the print service has for certain: no more can be reprinted. Reprints do not count. */
const reprintableQuantity = (submissions: readonly SubmissionWithLines[], lineId: OrderLineId): number =>
  withoutReprints(submissions)
    .filter(({ replacedAt, state }) => replacedAt === null && AT_PROVIDER_STATES.includes(state))
    .flatMap(({ lines }) => lines)
    .filter(({ orderLineId }) => orderLineId === lineId)
    .reduce((sum, { quantity }) => sum + quantity, 0);

/** The reprints of a line that are not canceled. */
const reprintsOf = (submissions: readonly SubmissionWithLines[], lineId: OrderLineId): SubmissionWithLines[] =>
  submissions.filter(
    (one) => isReprint(one) && one.state !== "cancelled" && one.lines.some(({ orderLineId }) => orderLineId === lineId),
  );

/** Reads only. null: some line was not sent, or not so many of it, or Shopify no longer shows it. */
export async function readReprintContent(
  tx: Tx,
  ctx: Pick<OrdersContext, "encryptor">,
  { shop, order, snapshot }: { shop: ShopRow; order: OrderWithLines; snapshot: OrderSnapshot },
  choices: readonly ReprintChoice[],
): Promise<ReprintContent | null> {
  const changes = forReprint(await readCurrentChanges(tx, ctx, order.id));
  const linesToSend = await readChosenLines(tx, { order, snapshot, changes }, choices);
  if (!linesToSend) return null;
  const settings = readSettings(shop.settings);
  const input = { shop, settings, order, snapshot, linesToSend, changes, undecidedOrphans: null };
  const { payload, holds } = composeContent(ctx, { ...input, reference: "" });
  const answered = holds.filter(({ code }) => ATTENTION[code].clearedBy !== "facts");
  const seen = [payload, answered.map(({ code, subject, basis }) => [code, subject, basis])];
  return {
    linesToSend,
    payload,
    holds,
    answered,
    hash: ctx.encryptor.hash(JSON.stringify(seen)),
    earlier: [...new Set(choices.flatMap(({ lineId }) => reprintsOf(order.submissions, lineId).map(({ id }) => id)))],
  };
}

/** In the sequence of the order, whatever the sequence of the choices. */
async function readChosenLines(
  tx: Tx,
  { order, snapshot, changes }: { order: OrderWithLines; snapshot: OrderSnapshot; changes: CurrentChanges },
  choices: readonly ReprintChoice[],
): Promise<LineToSend[] | null> {
  const shown = snapshot.lines.flatMap((line) => {
    const row = order.lines.find(({ shopifyGid }) => shopifyGid === line.gid);
    return row ? [{ row, snapshot: withKnownIds(line, row) }] : [];
  });
  const mappings = await readMappings(
    tx,
    order.shopId,
    shown.map((line) => line.snapshot),
  );
  const chosen = shown.flatMap((line) => {
    const quantity = choices.find(({ lineId }) => lineId === line.row.id)?.quantity;
    const { variantGid } = line.snapshot;
    const mapping = variantGid ? mappings.byVariant(variantGid) : undefined;
    return quantity === undefined ? [] : [lineToSend({ ...line, mapping }, changes, quantity)];
  });
  const isValid = chosen.every(
    ({ row, quantity }) =>
      Number.isInteger(quantity) && quantity >= 1 && quantity <= reprintableQuantity(order.submissions, row.id),
  );
  return isValid && chosen.length > 0 && chosen.length === choices.length ? chosen : null;
}
