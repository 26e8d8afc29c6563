import { Prisma } from "../../prisma/client/client.ts";
import { z } from "zod";
import { decideItem, decideOrderByRules, ruleApplies, type RuleItem } from "../orders/compose/rules.ts";
import { decryptSummary, type RuleOrder } from "../orders/core/customer-summary.ts";
import type { OrdersContext } from "../orders/core/context.ts";
import { mayReadCustomers } from "../orders/core/order-access.ts";
import { shippingServicesOf, type ShopRow } from "../orders/core/shop-row.ts";
import { gidNumber } from "../ports/gid.ts";
import type { ShopActionsContext } from "../print-accounts/context.ts";
import { asksForCustomer, kindOf, MAX_RULES } from "../settings/rule-order.ts";
import { ruleSchema, type Rule } from "../settings/rules.ts";
import { settingsToReview, unreadableSettings } from "../settings/settings.ts";
import {
  countTried,
  noneTried,
  readPastOrders,
  type PastOrderRow,
  type TriedOrders,
  type TriedOutcome,
} from "./past-orders.ts";
import type { NoteAction } from "../shops/staff-actions.ts";
import { changeSettings, SettingsChanged } from "./save-settings.ts";

/** The rules page. */
export interface RulesView {
  rules: Rule[];
  /** The stored rules cannot be read: until they are saved again, every order needs an approval. */
  unreadable: boolean;
  /** The merchant lets the app read customers. */
  customers: boolean;
  /** What the print account ships with; null: by Express and Ground. */
  services: { code: string; name: string }[] | null;
}

export const viewRules = (shop: Pick<ShopRow, "settings" | "scopes" | "printAccount">): RulesView => ({
  services: shippingServicesOf(shop),
  rules: settingsToReview(shop.settings).rules,
  unreadable: unreadableSettings(shop.settings).includes("rules"),
  customers: mayReadCustomers(shop),
});

const ERRORS: Readonly<Record<string, string>> = {
  name: "Enter a name of up to 100 characters.",
  conditions: "Add at least one condition.",
  products: "Add at least one product.",
  variants: "Add at least one variant.",
  values: "Add at least one entry of up to 255 characters.",
  value: "Enter a value of up to 255 characters.",
  atLeast: "Enter a number, such as 5.",
  amount: "Enter an amount, such as 200 or 49.90.",
  tag: "Enter a tag of up to 255 characters.",
  itemSku: "Enter a print SKU of up to 255 characters.",
  note: "Enter a note of up to 255 characters.",
  method: "Choose a shipping method.",
  customer: "Allow access to customers first, or turn off the rule.",
};

/** The errors by the path of their field, e.g. `0.conditions.1.values`. */
export type RuleErrors = Record<string, string>;

/** changed: a colleague has saved other rules since the page was read. */
export type SaveRulesResult = { outcome: "saved" | "changed" } | { outcome: "invalid"; errors: RuleErrors };

type ParsedRules = { ok: true; rules: Rule[] } | { ok: false; errors: RuleErrors };

/** The rules as typed. */
export function parseRules(input: unknown, { customers }: Pick<RulesView, "customers">): ParsedRules {
  const parsed = z.array(ruleSchema).max(MAX_RULES).safeParse(input);
  if (!parsed.success) {
    const errors = parsed.error.issues.map(({ path }) => [pathOf(path), messageOf(path, input)]);
    return { ok: false, errors: Object.fromEntries(errors) as RuleErrors };
  }
  const unread = parsed.data.flatMap((rule, at) =>
    rule.on && asksForCustomer(rule) && !customers ? [[`${at}.conditions`, ERRORS["customer"] ?? ""]] : [],
  );
  if (unread.length > 0) return { ok: false, errors: Object.fromEntries(unread) as RuleErrors };
  return { ok: true, rules: parsed.data };
}

/** Up to the name of the field: one entry of a list is shown with it. */
function pathOf(path: readonly PropertyKey[]): string {
  const named = path.findLastIndex((part) => typeof part === "string");
  return path.slice(0, named + 1).join(".");
}

function messageOf(path: readonly PropertyKey[], input: unknown): string {
  const field = path.findLast((part) => typeof part === "string") ?? "";
  const holder = path
    .slice(0, -1)
    .reduce<unknown>((value, part) => (value as Record<PropertyKey, unknown>)[part], input);
  const isAmount = field === "atLeast" && (holder as { of?: unknown }).of === "amount";
  return ERRORS[isAmount ? "amount" : String(field)] ?? "Check this rule.";
}

/**
 * Saves all rules, or none when one is invalid, or when others are stored than those that the page showed (`seen`). What waits is decided
 * again by them.
 */
export async function saveRules(
  ctx: Pick<ShopActionsContext, "db" | "clock" | "wakeHeld">,
  shop: Pick<ShopRow, "id" | "scopes">,
  input: unknown,
  seen: readonly unknown[],
  note?: NoteAction,
): Promise<SaveRulesResult> {
  const parsed = parseRules(input, { customers: mayReadCustomers(shop) });
  if (!parsed.ok) return { outcome: "invalid", errors: parsed.errors };
  try {
    await changeSettings(ctx, shop.id, { rules: parsed.rules }, { seen: seen as Rule[], note });
  } catch (error) {
    if (error instanceof SettingsChanged) return { outcome: "changed" };
    throw error;
  }
  return { outcome: "saved" };
}

/** What a rule would have done with the orders of the last 30 days: `decided`, those for which it would have decided. */
export interface TriedRule extends TriedOrders {
  /** To which it applies, and for which a rule above would have decided. */
  decidedAbove: number;
}

export type TryRuleResult = { outcome: "tried"; result: TriedRule } | { outcome: "invalid"; errors: RuleErrors };

/** Tries the rule at a position of the list as typed, as if it was on. Nothing is read from Shopify, and nothing is changed. */
export async function tryRule(
  ctx: Pick<OrdersContext, "db" | "clock" | "encryptor">,
  shop: Pick<ShopRow, "id" | "scopes">,
  { rules: input, at }: { rules: unknown; at: number },
): Promise<TryRuleResult> {
  const given = Array.isArray(input) ? input.slice(0, at + 1) : [];
  const parsed = parseRules(given, { customers: true });
  const rule = parsed.ok ? parsed.rules[at] : undefined;
  if (!parsed.ok || !rule) return { outcome: "invalid", errors: parsed.ok ? {} : parsed.errors };
  const tried = { ...noneTried(), decidedAbove: 0 };
  const counted = countOrders(tried, [...parsed.rules.slice(0, at), { ...rule, on: true }]);
  for await (const rows of readPastOrders<PastRow>(ctx, shop.id, PAST_COLUMNS)) {
    const orders = rows.filter(({ lines }) => lines.length > 0).map((row) => toPastOrder(ctx, row));
    if (!counted(orders)) break;
  }
  return { outcome: "tried", result: tried };
}

/** An order of the past. */
export interface PastOrder {
  name: string;
  number: string;
  order: RuleOrder;
  items: readonly RuleItem[];
}

/** Counts orders of the past; the last rule is the one that is tried. Returns whether there is room for more. */
export function countOrders(tried: TriedRule, rules: readonly Rule[]): (orders: readonly PastOrder[]) => boolean {
  return (orders) =>
    orders.every((order) => {
      const outcome = outcomeOf(rules, order);
      if (!countTried(tried, order, outcome === "decided_above" ? "none" : outcome)) return false;
      if (outcome === "decided_above") tried.decidedAbove += 1;
      return true;
    });
}

function outcomeOf(rules: readonly Rule[], { order, items }: PastOrder): TriedOutcome | "decided_above" {
  const rule = rules.at(-1);
  if (!rule) return "none";
  const applies = items.map((item) => ruleApplies(rule, order, item));
  const byItem = items.map((item) => decideItem(rules, order, item));
  const kind = kindOf(rule);
  // Of one item, or of the whole order, as the kind of the action has it.
  const deciding =
    kind === "sending" || kind === "method"
      ? [
          decideOrderByRules(rules, byItem)[kind],
          ...(rule.action.do === "never_send" ? byItem.map((one) => one[kind]) : []),
        ]
      : byItem.map((one) => one[kind]);
  if (deciding.some((one) => one?.rule.id === rule.id && one.isJudged)) return "decided";
  if (applies.every((one) => one === false)) return "none";
  // Of this rule, or of one above it, nobody knows whether it applies.
  if (deciding.some((one) => one && !one.isJudged)) return "unknown";
  return applies.includes(true) ? "decided_above" : "none";
}

interface PastRow extends PastOrderRow {
  customerEncrypted: Uint8Array<ArrayBuffer> | null;
  country: string | null;
  shippingTitle: string | null;
  lines: Pick<RuleItem, "productGid" | "variantGid" | "quantity">[];
}

const PAST_COLUMNS = Prisma.sql`
  o."customerEncrypted", o."destinationCountry" AS "country", o."shippingTitle", coalesce((
    SELECT json_agg(json_build_object('productGid', l."productGid", 'variantGid', l."variantGid", 'quantity', l."quantity"))
    FROM "OrderLine" l WHERE l."orderId" = o."id" AND l."quantity" > 0
      AND (l."eligibility" = 'printable' OR l."eligibilityReason" = 'excluded_by_rule')), '[]'::json) AS "lines"`;

const NOTHING_KNOWN: RuleOrder = {
  tags: null,
  customerTags: null,
  customerOrders: null,
  discountCodes: null,
  risk: "unknown",
  country: "",
  amount: null,
  note: null,
  attributes: null,
};

function toPastOrder(ctx: Pick<OrdersContext, "encryptor">, row: PastRow): PastOrder {
  const { name, gid, country, shippingTitle, lines } = row;
  const known = decryptSummary(ctx, row)?.rules;
  const items = lines.map((line) => ({
    ...line,
    productTags: line.productGid === null ? [] : (known?.productTags[line.productGid] ?? null),
    shipping: shippingTitle === null ? null : { title: shippingTitle, code: null },
  }));
  return { name, number: gidNumber(gid), order: known ?? { ...NOTHING_KNOWN, country: country ?? "" }, items };
}
