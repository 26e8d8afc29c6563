import { findAddressDoubts, type AddressFinding } from "../../address/doubtful-address.ts";
import type { OrderSnapshot, PrintOrder } from "../../ports/order-model.ts";
import type { Order } from "../../../prisma/client/client.ts";
import type { ShopSettings } from "../../settings/settings.ts";
import { codesWhere, newHold, type Hold } from "../core/attention.ts";
import type { OrdersContext } from "../core/context.ts";
import { drawnFileKey, type DrawnFiles } from "../core/drawn-files.ts";
import { capabilitiesOf, shippingAccountOf, type ShopRow } from "../core/shop-row.ts";
import { isOtherVariant, findHolds, type HoldInput } from "./find-holds.ts";
import { destinationOf, withChangedRecipient } from "./changed-values.ts";
import { findChangeHolds, isChangeUsable, type CurrentChanges } from "./current-changes.ts";
import type { LineToSend } from "./lines-to-send.ts";
import { buildPrintOrder, type LineContent } from "./print-order.ts";
import { contentByRules, decideItem, decideOrderByRules, methodByRules, ruleItem, ruleOrder } from "./rules.ts";
import { methodHolds } from "./shipping-method.ts";
import type { DecidedRule } from "../core/submission-row.ts";

/** What decides the content of a submission and its holds. */
interface ContentInput {
  shop: ShopRow;
  settings: ShopSettings;
  snapshot: OrderSnapshot;
  linesToSend: readonly LineToSend[];
  changes: CurrentChanges;
  /** See findUndecidedOrphans. */
  undecidedOrphans: string | null;
  /** See HoldInput. Left out: none. */
  cancelledAtProvider?: string | null;
  order: Pick<Order, "redactedAt" | "paymentKind" | "printFulfilledAt">;
  reference: string;
  /** The print files that were made for the order. Left out: what is composed is only shown. */
  drawnFiles?: DrawnFiles;
}

export interface Content {
  /** null where something prevents it from being sent. */
  payload: PrintOrder | null;
  holds: Hold[];
  notices: Hold[];
  /** The shop's rules that decide. */
  rules: DecidedRule[];
}

/**
 * What would be sent of an order now, with every hold that follows from the order, the shop and its settings. An order that comes in,
 * the claim before it is sent, a reprint and a dry run are all composed here.
 */
export function composeContent(ctx: Pick<OrdersContext, "encryptor">, input: ContentInput): Content {
  const { shop, settings, order, snapshot: shown, reference, linesToSend, changes, undecidedOrphans } = input;
  const hash = (value: string) => ctx.encryptor.hash(value);
  const erased = order.redactedAt !== null;
  const unprintable = linesToSend.flatMap(unprintableHold);
  const changedOrder = changes.ofOrder?.values;
  const snapshot = withChangedRecipient(shown, changedOrder ?? {});
  const asInShopify = ruleOrder(shown);
  const destination = destinationOf(snapshot);
  const byRules = linesToSend.map((s) =>
    decideItem(settings.rules, asInShopify, ruleItem(s.snapshot, shown), destination),
  );
  const decisions = decideOrderByRules(settings.rules, byRules);
  const items = linesToSend.flatMap((s, at) => itemToPrint(s, contentByRules(byRules[at] ?? {})));
  const changedMethod = changedOrder?.method === undefined ? methodByRules(decisions) : changedOrder.method;
  const madeFile = (drawn: Parameters<typeof drawnFileKey>[1]) =>
    input.drawnFiles?.get(drawnFileKey(ctx, drawn)) ?? null;
  const capabilities = capabilitiesOf(shop);
  const built = buildPrintOrder({ reference, snapshot, settings, items, changedMethod, capabilities, madeFile });
  const usable = [changes.ofOrder, ...linesToSend.map(({ change }) => change)].every((change) =>
    isChangeUsable(change, snapshot),
  );
  const contents = new Map(items.map(({ line }, at) => [line.gid, built.contents[at]]));
  const payload = erased || !usable || unprintable.length > 0 ? null : built.order;
  const holds: Hold[] = [
    ...unprintable,
    ...linesToSend.flatMap(changedVariantHold),
    ...linesToSend.flatMap(returnedItemHold),
    ...built.holds,
    ...(built.order ? methodHolds(built.order.method, built.order.countryCode, shippingAccountOf(shop)) : []),
    ...findChangeHolds({ ofOrder: changes.ofOrder, snapshot: shown, lines: linesToSend, settings, hash }),
    ...findHolds({
      snapshot,
      lines: linesToSend.map((s) => s.snapshot),
      settings,
      contentOf: ({ gid }) => contents.get(gid) ?? UNMAPPED,
      paymentKind: snapshot.paymentKind ?? order.paymentKind,
      printAccount: accountState(shop),
      installed: shop.uninstalledAt === null,
      printFulfilled: order.printFulfilledAt !== null,
      erased,
      undecidedOrphans,
      cancelledAtProvider: input.cancelledAtProvider ?? null,
      decisions,
      hash,
    }),
  ];
  const { decided: rules } = decisions;
  const doubts = payload ? doubtsOf(payload, settings, hash) : null;
  if (!doubts) return { payload, holds, notices: [], rules };
  // One reason, not two: what holds the order is told with what would only warn.
  const isHeld = doubts.detail.doubts.some((doubt) => settings.addressChecks[doubt] === "hold");
  return isHeld
    ? { payload, holds: [...holds, newHold("address_doubtful", doubts)], notices: [], rules }
    : { payload, holds, notices: [newHold("address_unlikely", doubts)], rules };
}

/** What staff changed for this order is stronger than a rule. A rule makes no item printable that has no mapping: it has no artwork. */
function itemToPrint({ snapshot, mapping, quantity, change }: LineToSend, byRules: { itemSku: string; note: string }) {
  if (!mapping) return [];
  const changed = change?.values;
  const isOwnSku = byRules.itemSku === "" || changed?.itemSku !== undefined;
  const printed = isOwnSku ? mapping : { ...mapping, itemSku: byRules.itemSku };
  return [{ line: snapshot, mapping: printed, quantity, changed, addedNote: byRules.note }];
}

const UNMAPPED: LineContent = { note: { note: "", used: [], changed: false, writtenByStaff: false }, links: null };

/** What makes an address doubtful, but for what the merchant does not check. */
export const checkedFindings = (
  address: Parameters<typeof findAddressDoubts>[0],
  { addressChecks }: ShopSettings,
): AddressFinding[] => findAddressDoubts(address).filter(({ doubt }) => addressChecks[doubt] !== "ignore");

/** What makes the address of an order doubtful; an approval counts for this address and method alone. null: nothing. */
function doubtsOf(payload: PrintOrder, settings: ShopSettings, hash: (value: string) => string) {
  const doubts = [...new Set(checkedFindings(payload, settings).map(({ doubt }) => doubt))];
  const { address1, address2, city, zip, provinceCode, countryCode, method } = payload;
  const basis = hash(JSON.stringify([address1, address2, city, zip, provinceCode, countryCode, method]));
  return doubts.length > 0 ? { basis, detail: { doubts } } : null;
}

function accountState({ printAccount }: ShopRow): HoldInput["printAccount"] {
  if (!printAccount) return "none";
  if (printAccount.kind === "practice") return "practice";
  return printAccount.refusedAt ? "rejected" : "ok";
}

/** Some reasons of a line's eligibility (eligibility.ts) are codes of holds, too. */
const LINE_HOLDS = codesWhere(({ excludable }) => excludable === true);

/** Why a printable line cannot be sent as it is, if so. */
function unprintableHold({ row, snapshot, mapping }: LineToSend): Hold[] {
  const { eligibilityReason } = row;
  if (mapping && eligibilityReason !== "line_changed") return [];
  const unmapped = snapshot.variantGid === null ? "custom_item_unmapped" : "unmapped_line";
  const code = LINE_HOLDS.find((one) => one === eligibilityReason) ?? unmapped;
  return [newHold(code, { subject: snapshot.gid, detail: { eligibilityReason } })];
}

/** Never the wrong shirt: what the customer bought is not what staff mapped. */
function changedVariantHold({ snapshot, mapping }: LineToSend): Hold[] {
  return mapping && isOtherVariant(snapshot, mapping) ? [newHold("variant_changed", { subject: snapshot.gid })] : [];
}

/**
 * A piece that was removed while a fulfillment was canceled looks as one that was fulfilled and returned: whether another one is
 * still to be sent, only a person can tell. An approval counts for these numbers.
 */
function returnedItemHold({ row, snapshot, quantity, owedByReturns }: LineToSend): Hold[] {
  if (owedByReturns === 0) return [];
  return [
    newHold("item_returned", {
      subject: snapshot.gid,
      basis: `${row.returned}:${quantity}`,
      detail: { unsent: quantity },
    }),
  ];
}
