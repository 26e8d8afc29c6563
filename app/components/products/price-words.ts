import type { Price } from "../../quotes/model.ts";
import { money } from "../common/format.ts";

/** What one unit costs, as it is checked: sent within the US (app: CHECKED_FOR). */
export function priceWords({ goods, shipping, total, currency, doubts }: Price): string {
  const sum = `One costs ${money(goods, currency)} and ${money(shipping, currency)} standard shipping within the US`;
  const doubt = doubts.includes("total_differs") ? ` The print service says ${money(total, currency)} in all.` : "";
  return `${sum}, before tax.${doubt}`;
}
