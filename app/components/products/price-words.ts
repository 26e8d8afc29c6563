import type { Price } from "../../quotes/model.ts";
import { formatMoney } from "../common/format.ts";

/** What one unit costs, as it is checked: sent within the US (app: CHECKED_FOR). */
export function priceText({ goods, shipping, total, currency, discrepancies }: Price): string {
  const text = `One costs ${formatMoney(goods, currency)} and ${formatMoney(shipping, currency)} standard shipping within the US`;
  const note = discrepancies.includes("total_differs")
    ? ` The print service says ${formatMoney(total, currency)} in all.`
    : "";
  return `${text}, before tax.${note}`;
}
