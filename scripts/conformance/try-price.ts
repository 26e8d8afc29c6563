import { Decimal } from "decimal.js";
import type { ApiCall } from "./api-call.ts";
import type { Findings } from "./findings.ts";
import { checkFields, kindOf, objectsIn } from "./shapes.ts";
import type { Shape } from "./shapes.ts";

const LINE: Shape = {
  sku: "text",
  base_cost: "number",
  item_quantity: "number",
  shipping_fee: "number",
  tax_fee: "number",
  total_price_item: "number",
};
const ANSWER: Shape = { message: "text", total_price: "number", data: "array" };
const CLAUSES = [
  "4.4/post",
  ...[...Object.keys(ANSWER), ...Object.keys(LINE).map((name) => `data-${name}`)].map((name) => `2.10/${name}`),
];

/** A price for one piece, to California. */
export async function tryPrice(
  call: ApiCall,
  findings: Findings,
  token: string | null,
  sku: string | null,
): Promise<void> {
  if (token === null) return findings.notTried(CLAUSES, "no token");
  if (sku === null) return findings.notTried(CLAUSES, "no --sku");
  const fields = {
    shipping_country_code: "US",
    shipping_province_code: "CA",
    data_order: [{ item_sku: sku, item_quantity: 1 }],
  };
  const { summary, body, success } = await call("POST", "orders/v1/test-cost-order", fields, token);
  findings.judge("4.4/post", success, summary);
  if (!success || !body) return findings.notTried(CLAUSES, "no price");
  const lines = objectsIn(body["data"]);
  checkFields(findings, ANSWER, [body], (field) => `2.10/${field}`, "");
  checkFields(findings, LINE, lines, (field) => `2.10/data-${field}`, "no line");
  findings.judge("2.10/data", lines.length === 1, `data: ${kindOf(body["data"])}`);
  const same = lines[0]?.["sku"] === sku;
  findings.judge("2.10/data-sku", same, same ? "the SKU that was asked for" : "another SKU");
  const sums = sumOf(lines.map((line) => line["total_price_item"]))?.eq(String(body["total_price"])) ?? false;
  findings.judge("2.10/total_price", sums, sums ? "the sum of the lines" : "not the sum of the lines");
}

function sumOf(amounts: unknown[]): Decimal | null {
  if (amounts.length === 0 || !amounts.every((amount) => typeof amount === "number")) return null;
  return amounts.reduce((sum, amount) => sum.plus(amount), new Decimal(0));
}
