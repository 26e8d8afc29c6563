import type { ActAnswer, BulkAnswer, BulkLine } from "../../../app/extension-api/responses.ts";
import { ask, type Answered } from "../../common/call-app.ts";
import { numberOf, t } from "../../common/host.ts";

/** What can be done with several orders. `check` asks Shopify and the print service about each. */
export const BULK = ["check", "send_now", "approve", "hold"] as const;
export type Bulk = (typeof BULK)[number];

/** The app takes no more at a time (app: BULK_LIMIT). */
const AT_A_TIME = 100;
/** Each of these waits for two other systems. */
const CHECKED_AT_ONCE = 2;

/** Does it with every order, and tells each result as it comes. `orders`: Shopify's gids. */
export async function actOnOrders(bulk: Bulk, orders: readonly string[], tell: (lines: BulkLine[]) => void) {
  if (bulk === "check") return checkOrders(orders, tell);
  for (let from = 0; from < orders.length; from += AT_A_TIME) {
    const some = orders.slice(from, from + AT_A_TIME);
    const done = await ask<BulkAnswer>("orders", { act: bulk, orders: some });
    tell(done.ok ? done.answer.lines : some.map((gid) => notDone(gid, done.trouble)));
  }
}

async function checkOrders(orders: readonly string[], tell: (lines: BulkLine[]) => void): Promise<void> {
  const left = [...orders];
  const checkNext = async (): Promise<void> => {
    const gid = left.shift();
    if (gid === undefined) return;
    const checked = await ask<ActAnswer>(`orders/${numberOf(gid)}`, { act: "refresh" });
    tell([checked.ok ? lineOf(gid, checked) : notDone(gid, checked.trouble)]);
    return checkNext();
  };
  await Promise.all(Array.from({ length: CHECKED_AT_ONCE }, checkNext));
}

function lineOf(gid: string, { answer: { card, done, says } }: Answered<ActAnswer> & { ok: true }): BulkLine {
  const name = card.name === "" ? t("order", { number: numberOf(gid) }) : card.name;
  return {
    gid,
    name,
    done,
    state: card.state,
    reason: card.reasons[0]?.label ?? null,
    says: done ? "" : says.join(" "),
  };
}

const notDone = (gid: string, says: string): BulkLine => ({
  gid,
  name: t("order", { number: numberOf(gid) }),
  done: false,
  state: null,
  reason: null,
  says,
});
