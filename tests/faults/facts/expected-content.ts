import { fileWords } from "../content/file-words.ts";
import { lineContent, type ItemContent, type LineContent } from "../content/line-content.ts";
import { combine, startTimeline, type Timeline } from "../content/timeline.ts";
import type { Address, Line } from "../../../sandbox/shopify/model.ts";
import type { PaymentRule } from "../schedule/plan.ts";
import { contact } from "../simulation/personal-data.ts";
import { EXPRESS_METHOD, textRulesOf } from "../simulation/note-settings.ts";
import type { SimulatedOrder, WantedQuantity } from "../simulation/simulation.ts";
import type { NeededWord, Recipient } from "./facts.ts";

/** How an order has to be printed, from what was bought, edited, mapped, set and said: the app has no part in it. */
export function expectedOrder({ plan, shop, addresses, statuses, scheduled, decisions, order }: SimulatedOrder) {
  const { rules } = shop.plan;
  const { kind, express } = plan.unusual;
  const needsAlways = (approval: string): Timeline<NeededWord | null> =>
    startTimeline({ approvals: [approval, REPRINT], basis: "" }, order.createdAt);
  return {
    recipients: combine(addresses, decisions.changedOrder, (address, { recipient }) => ({
      ...recipientOf(address),
      ...recipient,
    })),
    methods: decisions.changedOrder.map(({ value: { method }, ...period }) => ({
      ...period,
      value: method ?? (express && rules.express ? EXPRESS_METHOD : null),
    })),
    given: decisions.given,
    words: [
      statuses.map((period) => ({ ...period, value: paymentWord(period.value, plan.unusual.kind, rules) })),
      scheduled.map((period) => ({ ...period, value: period.value ? AHEAD_OF_DATE : null })),
      decisions.heldByStaff.map((period) => ({ ...period, value: period.value ? RELEASE : null })),
      ...(kind === "test" && rules.holdsTestOrders ? [needsAlways("print_test_order")] : []),
      ...(kind === "pickup" || kind === "local delivery" ? [needsAlways("ship_by_parcel")] : []),
    ],
  };
}

/** Who asks for a reprint sees what is printed. */
const REPRINT = "reprint";

/** Also of a note that staff wrote: only a person can tell whether a text is in it. */
const REVIEW = "approve_personalization";

/** Nobody has released it while it stands: the release ends it. */
const RELEASE: NeededWord = { approvals: [], basis: "held by staff" };

const AHEAD_OF_DATE: NeededWord = { approvals: ["print_scheduled", REPRINT], basis: "scheduled" };

const PAID = ["PAID", "PARTIALLY_REFUNDED"];

function paymentWord(
  status: string,
  kind: SimulatedOrder["plan"]["unusual"]["kind"],
  { authorized, cashOnDelivery }: { authorized: PaymentRule; cashOnDelivery: PaymentRule },
): NeededWord | null {
  if (PAID.includes(status)) return null;
  const rule =
    status === "AUTHORIZED"
      ? authorized
      : status === "PENDING" && kind === "cash on delivery"
        ? cashOnDelivery
        : "when_paid";
  if (rule === "right_away") return null;
  // What was sent before may be printed once more.
  if (status === "REFUNDED") return { approvals: ["send_unpaid", REPRINT], basis: status };
  return { approvals: [rule === "after_approval" ? "approve" : "send_unpaid"], basis: status };
}

function recipientOf(address: Address): Recipient {
  const text = (value: string | null | undefined) => value ?? "";
  return {
    shipping_name: `${text(address.firstName)} ${text(address.lastName)}`,
    shipping_email: contact.email,
    shipping_phone: contact.phone,
    shipping_address1: text(address.address1),
    shipping_address2: text(address.address2),
    shipping_city: text(address.city),
    shipping_zip: text(address.zip),
    shipping_province: text(address.province),
    shipping_province_code: text(address.provinceCode),
    shipping_country: text(address.country),
    shipping_country_code: text(address.countryCode),
  };
}

/** The same for one of its lines. */
export function expectedLine({ shop, goods, decisions, order }: SimulatedOrder, line: Line) {
  const named = goods.get(line.id);
  if (!named) return { contents: startTimeline<ItemContent | null>(null, order.createdAt), words: [] };
  const rules = textRulesOf(shop.plan.rules);
  const given = combine(shop.mappings[named], shop.template, (mapping, template) =>
    mapping ? lineContent(line.properties, mapping, template, rules) : null,
  );
  const changed = decisions.changedLines.get(line.id) ?? startTimeline({}, order.createdAt);
  const content = combine(given, changed, (one, values) => one && { ...one, item: { ...one.item, ...values } });
  const excluded = decisions.excluded.get(line.id) ?? startTimeline(false, order.createdAt);
  const wordOf = (make: (content: LineContent) => NeededWord | null) =>
    content.map((period) => ({ ...period, value: period.value && make(period.value) }));
  return {
    contents: combine(content, excluded, (one, isExcluded) => (isExcluded ? null : (one?.item ?? null))),
    words: [
      wordOf(({ needsReview, item }) =>
        needsReview ? { approvals: [REVIEW, REPRINT], basis: JSON.stringify(item) } : null,
      ),
      wordOf(({ unused }) =>
        unused.length > 0 ? { approvals: ["print_without_details", REVIEW, REPRINT], basis: unused.join() } : null,
      ),
      fileWords(
        content.map((period) => ({ ...period, value: period.value?.item.artworkFront ?? null })),
        shop.files,
      ),
    ],
  };
}

/** How many of a line staff wants printed. */
export const quantityOf = ({ decisions, order }: SimulatedOrder, lineId: string): WantedQuantity =>
  decisions.quantities.get(lineId) ?? { limit: startTimeline(null, order.createdAt), withheld: 0 };

/** Staff said that the line, or its variant, is not printed. A mapping ends the second. */
export function isLeftOut({ shop, goods, decisions }: SimulatedOrder, line: Line): boolean {
  const named = goods.get(line.id);
  const isMarked = named !== undefined && shop.notPrinted.has(named) && !shop.mappings[named].at(-1)?.value;
  return isMarked || decisions.excluded.get(line.id)?.at(-1)?.value === true;
}
