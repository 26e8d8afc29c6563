import type { AddressFinding } from "../../address/doubtful-address.ts";
import type { OrdersContext } from "../core/context.ts";
import type { ChangedValues } from "../core/order-change.ts";
import { shippingServicesOf, type ShopRow } from "../core/shop-row.ts";
import { withChangedRecipient } from "../compose/changed-values.ts";
import { checkedFindings } from "../compose/content.ts";
import { buildRecipient } from "../compose/recipient.ts";
import { visibleProperties } from "../compose/line-content.ts";
import { outdatedFields, seenBasis } from "../compose/current-changes.ts";
import {
  PRINT_SIDES,
  type ChangedField,
  type OrderSnapshot,
  type PrintSide,
  type Property,
} from "../../ports/order-model.ts";
import type { ShopSettings } from "../../settings/settings.ts";
import type { Gid } from "../../ports/gid.ts";
import type { OrderChangeId, OrderLineId } from "../../ports/ids.ts";
import { isKnown, readForChange, readChangeState, type ChangeSubject } from "./change-state.ts";
import { readChangeContent } from "./settle-change.ts";
import { mayEditOrders } from "../core/order-access.ts";

/** What is given, and what staff wants instead. Personal data, for the merchant only. */
export interface SubjectForm {
  /** What Shopify and the mapping give; a quantity: what is open. */
  given: ChangedValues;
  /** The same with the changed values in it: what is printed. */
  values: ChangedValues;
  change: {
    id: OrderChangeId;
    reason: string;
    /** Fields for which something else is given than when staff changed them. */
    outdated: ChangedField[];
    /** Goes with a decision to keep the change: it was made for what is given now. */
    seen: string;
  } | null;
}

export interface LineForm extends SubjectForm {
  lineId: OrderLineId;
  /** Whether the quantity can be changed: pieces that are still to be sent; null in a reprint. */
  needed: number | null;
  /** The customer's texts. */
  texts: Property[];
  /** The sides whose artwork has a text drawn on it, and whether the print file is made with the text. */
  drawnSides: { side: PrintSide; makesFile: boolean }[];
}

/** unreadable: Shopify does not show the order. closed: nothing of it is unsent. */
export type ChangeForm =
  | { status: "unreadable" | "closed" }
  | { status: "read"; order: OrderForm; lines: LineForm[]; maySaveAddress: boolean };

export interface OrderForm extends SubjectForm {
  /** The services to choose from; null: the account ships by Standard, Express and Ground. */
  services: { code: string; name: string }[] | null;
  /** What makes the address doubtful that is printed. */
  findings: AddressFinding[];
}

/** Everything that staff can change of an order that is not sent yet, as Shopify shows it now. null: no such order. */
export async function readChangeForm(
  ctx: OrdersContext,
  shop: ShopRow,
  shopifyGid: Gid<"Order">,
): Promise<ChangeForm | null> {
  if (!(await isKnown(ctx, shop, shopifyGid))) return null;
  const snapshot = await readForChange(ctx, shop, shopifyGid);
  if (!snapshot) return { status: "unreadable" };
  const state = await ctx.sql.transaction((tx) => readChangeState(tx, ctx, shop, snapshot));
  if (!state) return { status: "closed" };
  const lines: LineForm[] = [];
  let order: SubjectForm | null = null;
  for (const subject of state.subjects) {
    const form = formOf(ctx, subject);
    if (!subject.line) order = form;
    else
      lines.push({
        ...form,
        lineId: subject.line.row.id,
        needed: subject.needed,
        texts: visibleProperties(subject.line.snapshot),
        drawnSides: PRINT_SIDES.flatMap((side) => {
          const placement = subject.texts[side];
          return placement ? [{ side, makesFile: placement.makesFile }] : [];
        }),
      });
  }
  if (!order) return { status: "closed" };
  const findings = findingsOf(withChangedRecipient(snapshot, order.values), state.settings, order.values.method);
  const services = shippingServicesOf(shop);
  return { status: "read", order: { ...order, findings, services }, lines, maySaveAddress: mayEditOrders(shop) };
}

/** None where the address is incomplete: it is held for that. */
function findingsOf(
  snapshot: OrderSnapshot,
  settings: ShopSettings,
  method: ChangedValues["method"] = null,
): AddressFinding[] {
  const built = buildRecipient(snapshot, settings);
  return built.ok ? checkedFindings({ ...built.recipient, method }, settings) : [];
}

function formOf(ctx: OrdersContext, { given, change }: ChangeSubject): SubjectForm {
  const content = change && readChangeContent(ctx, change);
  return {
    given: given.values,
    values: { ...given.values, ...content?.after },
    change: change
      ? {
          id: change.row.id,
          reason: content?.reason ?? "",
          outdated: content ? outdatedFields(change, given) : change.row.fields,
          seen: seenBasis(change, given),
        }
      : null,
  };
}
