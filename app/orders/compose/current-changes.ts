import { Prisma, type OrderChange } from "../../../prisma/client/client.ts";
import { readRows } from "../../database/rows.ts";
import type { Sql } from "../../database/sql.ts";
import { newHold, type Hold } from "../core/attention.ts";
import type { OrdersContext } from "../core/context.ts";
import { changeBasisSchema, decryptChange, type ChangeBasis, type ChangedValues } from "../core/order-change.ts";
import {
  destinationOf,
  isAsGiven,
  lineBasis,
  lineValues,
  orderBasis,
  orderValues,
  withChangedRecipient,
} from "./changed-values.ts";
import { contentByRules, decideItem, decideOrderByRules, methodByRules, ruleItem, ruleOrder } from "./rules.ts";
import { methodsTo, type ChangedField, type LineSnapshot, type OrderSnapshot } from "../../ports/order-model.ts";
import type { ShopSettings } from "../../settings/settings.ts";
import type { OrderId, OrderLineId } from "../../ports/ids.ts";
import type { DecidedLine } from "./decide-lines.ts";

/** A change of staff that is in force. */
export interface CurrentChange {
  row: OrderChange;
  /** Empty once the content was erased. */
  values: ChangedValues;
  erased: boolean;
  /** See ChangeContent. */
  sentBefore: number;
}

/** The changes of one order that are in force. */
export interface CurrentChanges {
  ofOrder: CurrentChange | undefined;
  ofLine(id: OrderLineId): CurrentChange | undefined;
}

export const NO_CHANGES: CurrentChanges = { ofOrder: undefined, ofLine: () => undefined };

/** At most one of each line, and one of the whole order. Needs the order's lock. @throws DecryptionError */
export async function readCurrentChanges(
  sql: Sql,
  ctx: Pick<OrdersContext, "encryptor">,
  orderId: OrderId,
): Promise<CurrentChanges> {
  return currentChanges(ctx, await readRows(sql, "OrderChange", changesInForce([orderId])));
}

/** Of `readRows`. */
export const changesInForce = (orderIds: readonly OrderId[]): Prisma.Sql =>
  Prisma.sql`WHERE "orderId" = ANY(${orderIds}::uuid[]) AND "endedAt" IS NULL`;

/** What the rows of the changes in force say. @throws DecryptionError */
export function currentChanges(ctx: Pick<OrdersContext, "encryptor">, rows: readonly OrderChange[]): CurrentChanges {
  if (rows.length === 0) return NO_CHANGES;
  const changes = new Map(
    rows.map((row) => {
      const content = decryptChange(ctx, row);
      const { after: values = {}, sentBefore = 0 } = content ?? {};
      return [row.orderLineId, { row, values, erased: content === null, sentBefore }];
    }),
  );
  return { ofOrder: changes.get(null), ofLine: (id) => changes.get(id) };
}

/** A reprint has a quantity of its own. */
export const forReprint = (changes: CurrentChanges): CurrentChanges => ({
  ofOrder: changes.ofOrder,
  ofLine: (id) => withoutQuantity(changes.ofLine(id)),
});

/** The change of a line of which nothing that was ordered is unsent. */
export function withoutQuantity(change: CurrentChange | undefined): CurrentChange | undefined {
  if (!change) return undefined;
  const { quantity: _quantity, ...values } = change.values;
  return {
    ...change,
    values,
    row: { ...change.row, fields: change.row.fields.filter((field) => field !== "quantity") },
  };
}

/** What Shopify, the mapping and the shop's rules say about the fields of a change now. */
export interface GivenValues {
  values: ChangedValues;
  /** Without rules: another rule asks nobody about what staff changed. */
  basis: ChangeBasis;
}

type Hash = (value: string) => string;

export function givenOfLine(
  { snapshot: line, given: mapping }: GivenLine,
  snapshot: OrderSnapshot,
  settings: ShopSettings,
  hash: Hash,
): GivenValues {
  const byRules = contentByRules(decideItem(settings.rules, ruleOrder(snapshot), ruleItem(line, snapshot)));
  const values = lineValues(line, mapping, settings, byRules);
  return { values, basis: lineBasis(line, lineValues(line, mapping, settings), hash) };
}

/**
 * `changed`: the change that is in force, since a method is chosen for the destination that counts. The basis is by the order's own
 * shipping line: a webhook does not tell those of the lines, and is no other order for that.
 */
export function givenOfOrder(
  snapshot: OrderSnapshot,
  lines: readonly LineSnapshot[],
  changed: ChangedValues,
  settings: ShopSettings,
  hash: Hash,
): GivenValues {
  const country = destinationOf(withChangedRecipient(snapshot, changed));
  const { method, ...values } = orderValues(snapshot, lines, settings, country);
  const asInShopify = ruleOrder(snapshot);
  const byRules = lines.map((line) => decideItem(settings.rules, asInShopify, ruleItem(line, snapshot), country));
  const ruled = methodByRules(decideOrderByRules(settings.rules, byRules));
  return {
    values: { ...values, method: ruled === undefined ? method : ruled },
    basis: orderBasis(snapshot, orderValues(snapshot, [], settings, country), country, hash),
  };
}

/** A line with the mapping of its variant, before any change. */
type GivenLine = Pick<DecidedLine, "snapshot"> & { given: DecidedLine["mapping"] };

/**
 * The fields for which something else is given than when staff changed them, and other than what staff wanted. Pieces that are
 * withheld always need a look: they were counted from the former quantity.
 */
export function outdatedFields(
  { row, values }: Pick<CurrentChange, "row" | "values">,
  given: GivenValues,
): ChangedField[] {
  const basis = changeBasisSchema.parse(row.basis);
  return row.fields
    .filter((field) => basis[field] !== given.basis[field])
    .filter((field) => field === "quantity" || !isAsGiven(field, given.values, values));
}

/** One text for what is given: the person who keeps a change has seen just that. */
export const seenBasis = ({ row }: CurrentChange, given: GivenValues): string =>
  row.fields.map((field) => given.basis[field] ?? "").join(" ");

interface ChangeHoldsInput {
  ofOrder: CurrentChange | undefined;
  snapshot: OrderSnapshot;
  lines: readonly (GivenLine & { change: CurrentChange | undefined })[];
  settings: ShopSettings;
  hash: Hash;
}

/** A change is used neither unseen after its facts changed, nor after its content was erased. */
export function findChangeHolds({ ofOrder, snapshot, lines, settings, hash }: ChangeHoldsInput): Hold[] {
  const ofLines = lines.flatMap((line) =>
    line.change ? outdatedHold(line.change, givenOfLine(line, snapshot, settings, hash), line.snapshot.gid) : [],
  );
  if (!ofOrder) return ofLines;
  const printed = lines.map((line) => line.snapshot);
  return [...outdatedHold(ofOrder, givenOfOrder(snapshot, printed, ofOrder.values, settings, hash), ""), ...ofLines];
}

function outdatedHold(change: CurrentChange, given: GivenValues, subject: string): Hold[] {
  const { id: changeId } = change.row;
  if (change.erased)
    return [newHold("change_outdated", { subject, basis: "erased", detail: { changeId, erased: true } })];
  const fields = outdatedFields(change, given);
  if (fields.length === 0) return [];
  return [
    newHold("change_outdated", { subject, basis: seenBasis(change, given), detail: { changeId, changed: fields } }),
  ];
}

/** Whether the order can be sent with its change: the content is there, and the destination has the method. */
export function isChangeUsable(change: CurrentChange | undefined, snapshot: OrderSnapshot): boolean {
  if (!change) return true;
  const { method } = change.values;
  // A service that the account no longer has holds the order (shipping-method.ts).
  const isThere =
    method === undefined || typeof method === "string" || methodsTo(destinationOf(snapshot)).includes(method);
  return !change.erased && isThere;
}
