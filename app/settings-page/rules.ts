import { Prisma } from "../../prisma/client/client.ts";
import { z } from "zod";
import { decideItem, decideOrderByRules, ruleApplies, type RuleItem } from "../orders/compose/rules.ts";
import { decryptSummary, type RuleOrder } from "../orders/core/customer-summary.ts";
import type { OrdersContext } from "../orders/core/context.ts";
import { mayReadCustomers } from "../orders/core/order-access.ts";
import type { ShopRow } from "../orders/core/shop-row.ts";
import { DAY_MS } from "../ports/clock.ts";
import { gidNumber, type Gid } from "../ports/gid.ts";
import type { OrderId, ShopId } from "../ports/ids.ts";
import type { ShopActionsContext } from "../print-accounts/context.ts";
import { asksForCustomer, kindOf, MAX_RULES } from "../settings/rule-order.ts";
import { ruleSchema, type Rule } from "../settings/rules.ts";
import { settingsToReview, unreadableSettings } from "../settings/settings.ts";
import { changeSettings, SettingsChanged } from "./save-settings.ts";

/** The rules page. */
export interface RulesView {
  rules: Rule[];
  /** The stored rules cannot be read: until they are saved again, every order needs an approval. */
  unreadable: boolean;
  /** The merchant lets the app read customers. */
  customers: boolean;
}

export const viewRules = (shop: Pick<ShopRow, "settings" | "scopes">): RulesView => ({
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
): Promise<SaveRulesResult> {
  const parsed = parseRules(input, { customers: mayReadCustomers(shop) });
  if (!parsed.ok) return { outcome: "invalid", errors: parsed.errors };
  try {
    await changeSettings(ctx, shop.id, { rules: parsed.rules }, [], seen as Rule[]);
  } catch (error) {
    if (error instanceof SettingsChanged) return { outcome: "changed" };
    throw error;
  }
  return { outcome: "saved" };
}

const TRIED_DAYS = 30;
const MAX_TRIED = 10_000;
/** Between two batches, other requests have their turn: 50 rules with all conditions and words take milliseconds for an order. */
const BATCH_SIZE = 100;
const MAX_EXAMPLES = 5;

/** What a rule would have done with the orders of the last 30 days. */
export interface TriedRule {
  /** Orders with something to print. */
  orders: number;
  /** There are more, which were not looked at. */
  isCut: boolean;
  /** For which the rule would have decided. */
  decided: number;
  /** To which it applies, and for which a rule above would have decided. */
  decidedAbove: number;
  /** Of which nobody knows, such as those that were received before rules read what it asks for. */
  unknown: number;
  /** Some of those for which it would have decided, the newest first. */
  examples: { name: string; number: string }[];
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
  const tried = { orders: 0, isCut: false, decided: 0, decidedAbove: 0, unknown: 0, examples: [] };
  const counted = countOrders(tried, [...parsed.rules.slice(0, at), { ...rule, on: true }]);
  for await (const batch of readPastOrders(ctx, shop.id)) if (!counted(batch)) break;
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
  const rule = rules.at(-1);
  return (orders) => {
    for (const { name, number, order, items } of orders) {
      if (tried.orders === MAX_TRIED) {
        tried.isCut = true;
        return false;
      }
      tried.orders += 1;
      if (!rule) continue;
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
      const own = deciding.filter((one) => one?.rule.id === rule.id);
      if (own.some((one) => one?.isJudged)) {
        tried.decided += 1;
        if (tried.examples.length < MAX_EXAMPLES) tried.examples.push({ name, number });
      } else if (applies.every((one) => one === false)) continue;
      // Of this rule, or of one above it, nobody knows whether it applies.
      else if (deciding.some((one) => one && !one.isJudged)) tried.unknown += 1;
      else if (applies.includes(true)) tried.decidedAbove += 1;
    }
    return true;
  };
}

interface PastRow {
  id: OrderId;
  name: string;
  gid: Gid<"Order">;
  customerEncrypted: Uint8Array<ArrayBuffer> | null;
  country: string | null;
  shippingTitle: string | null;
  placedAt: Date;
  lines: Pick<RuleItem, "productGid" | "variantGid" | "quantity">[];
}

/** The shop's orders of the last 30 days with something to print, the newest first. */
async function* readPastOrders(
  ctx: Pick<OrdersContext, "db" | "clock" | "encryptor">,
  shopId: ShopId,
): AsyncGenerator<PastOrder[]> {
  const since = new Date(ctx.clock.now().getTime() - TRIED_DAYS * DAY_MS);
  for (let last: PastRow | undefined; ;) {
    const before = last
      ? Prisma.sql`AND (o."shopifyCreatedAt", o."id") < (${last.placedAt}::timestamptz, ${last.id}::uuid)`
      : Prisma.empty;
    const rows: PastRow[] = await ctx.db.$queryRaw<PastRow[]>`
      SELECT o."id", o."name", o."shopifyGid" AS "gid", o."customerEncrypted", o."destinationCountry" AS "country", o."shippingTitle",
        o."shopifyCreatedAt" AS "placedAt", coalesce((
          SELECT json_agg(json_build_object('productGid', l."productGid", 'variantGid', l."variantGid", 'quantity', l."quantity"))
          FROM "OrderLine" l WHERE l."orderId" = o."id" AND l."quantity" > 0
            AND (l."eligibility" = 'printable' OR l."eligibilityReason" = 'excluded_by_rule')), '[]'::json) AS "lines"
      FROM "Order" o
      WHERE o."shopId" = ${shopId}::uuid AND o."shopifyCreatedAt" >= ${since} AND o."cancelledAt" IS NULL
        AND o."ignoredReason" IS NULL ${before}
      ORDER BY o."shopifyCreatedAt" DESC, o."id" DESC LIMIT ${BATCH_SIZE}`;
    yield rows.filter(({ lines }) => lines.length > 0).map((row) => toPastOrder(ctx, row));
    last = rows.at(-1);
    if (rows.length < BATCH_SIZE) return;
  }
}

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
