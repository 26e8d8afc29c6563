import type { ApiCall, Body } from "./api-call.ts";
import type { Findings } from "./findings.ts";
import { checkFields, kindOf } from "./shapes.ts";
import { ORDER } from "./synced.ts";

export const DETAIL_CLAUSES = ["get", "order_id", "date", "answer"];

/** The first order of the list, under the day that the list shows for it. */
export async function tryDetail(call: ApiCall, findings: Findings, token: string, rows: Body[]): Promise<void> {
  const row = rows.find((one) => typeof one["order_name"] === "string" && typeof one["dtime_entered"] === "string");
  const clauses = [...DETAIL_CLAUSES.map((name) => `4.6/${name}`), "2.7/dtime_entered-list-only"];
  if (!row) return findings.notTried(clauses, "the list shows no order to ask for");
  const date = String(row["dtime_entered"]).slice(0, 10);
  const { summary, body, success } = await call(
    "GET",
    "orders/v1/detail",
    { order_id: row["order_name"], date },
    token,
  );
  const found = body?.["order"];
  findings.judge("4.6/get", success, summary);
  findings.judge("4.6/answer", kindOf(found) === "object", `order: ${kindOf(found)}`);
  findings.judge("4.6/date", success, `asked under the day of dtime_entered: ${summary}`);
  if (typeof found !== "object" || found === null) return;
  const order: Body = { ...found };
  const same = order["order_name"] === row["order_name"];
  findings.judge("4.6/order_id", same, same ? "the order that was asked for" : "another order");
  findings.judge("2.7/dtime_entered-list-only", !("dtime_entered" in order), kindOf(order["dtime_entered"]));
  checkFields(findings, ORDER, [order], (field) => `2.7/${field}`, "");
}
