import { z } from "zod";
import { atMost } from "../common/clean-text.ts";

/** What a merchant may say in a rule. docs/decisions/0096-rules.md */

export const SERVICE_CODE_MAX = 100;

const line = z.string().trim().min(1).superRefine(atMost(255));
const lines = z.array(line).min(1).max(50);
const resource = (kind: "Product" | "ProductVariant") =>
  z.strictObject({
    gid: z.string().regex(new RegExp(`^gid://shopify/${kind}/\\d{1,20}$`)),
    title: z.string().max(600),
  });

/** A decimal string in the shop's currency. */
const amount = z.string().regex(/^\d{1,9}(?:\.\d{1,3})?$/);

/** `not`: the opposite has to hold. */
const not = { not: z.boolean().default(false) };

const condition = z.discriminatedUnion("of", [
  z.strictObject({ ...not, of: z.literal("product"), products: z.array(resource("Product")).min(1).max(50) }),
  z.strictObject({ ...not, of: z.literal("variant"), variants: z.array(resource("ProductVariant")).min(1).max(50) }),
  z.strictObject({ ...not, of: z.literal("product_tag"), values: lines }),
  /** Of the item, as ordered. */
  z.strictObject({ ...not, of: z.literal("quantity"), atLeast: z.string().regex(/^[1-9]\d{0,4}$/) }),
  z.strictObject({ ...not, of: z.literal("order_tag"), values: lines }),
  z.strictObject({ ...not, of: z.literal("customer_tag"), values: lines }),
  z.strictObject({ ...not, of: z.literal("first_order") }),
  z.strictObject({
    ...not,
    of: z.literal("country"),
    values: z
      .array(z.string().regex(/^[A-Z]{2}$/))
      .min(1)
      .max(250),
  }),
  /** Of all items of the order, after discounts, before tax and shipping. */
  z.strictObject({ ...not, of: z.literal("amount"), atLeast: amount }),
  /** Words in the title or the code of the shipping method that the customer chose. */
  z.strictObject({ ...not, of: z.literal("shipping"), values: lines }),
  /** Words in the order's note; none: any note. */
  z.strictObject({ ...not, of: z.literal("note"), values: z.array(line).max(50) }),
  z.strictObject({ ...not, of: z.literal("attribute"), name: line, value: line }),
  z.strictObject({ ...not, of: z.literal("discount"), values: lines }),
  z.strictObject({
    ...not,
    of: z.literal("risk"),
    values: z
      .array(z.enum(["low", "medium", "high"]))
      .min(1)
      .max(3),
  }),
]);

const action = z.discriminatedUnion("do", [
  z.strictObject({ do: z.literal("hold") }),
  z.strictObject({ do: z.literal("wait_for_tag"), tag: line }),
  z.strictObject({ do: z.literal("send_at_once") }),
  z.strictObject({ do: z.literal("never_send") }),
  /** print-service: createOrder. null: Standard. A text: the code of a shipping service. */
  z.strictObject({
    do: z.literal("ship_by"),
    method: z.union([z.literal([1, 2]), z.string().trim().min(1).max(SERVICE_CODE_MAX)]).nullable(),
  }),
  z.strictObject({ do: z.literal("use_sku"), itemSku: line }),
  z.strictObject({ do: z.literal("add_note"), note: line }),
]);

export const ruleSchema = z.strictObject({
  id: z.uuid(),
  name: z.string().trim().min(1).superRefine(atMost(100)),
  on: z.boolean(),
  /** Whether all of the conditions have to hold, or any. */
  match: z.enum(["all", "any"]),
  conditions: z.array(condition).min(1).max(10),
  action,
});

export type Rule = z.infer<typeof ruleSchema>;
export type RuleCondition = z.infer<typeof condition>;
export type RuleAction = z.infer<typeof action>;
