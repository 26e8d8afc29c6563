import type { ActionResponse, BulkActionResponse, BulkLine } from "../../../app/extension-api/responses.ts";
import { callApp, type AppResponse } from "../../common/call-app.ts";
import { numberOf, t } from "../../common/host.ts";

/** The actions on several orders. `check` refreshes each order from Shopify and the print service. */
export const BULK_ACTIONS = ["check", "send_now", "approve", "hold"] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

/** The app's limit per request (app: BULK_LIMIT). */
const BATCH_SIZE = 100;
/** A check waits for two other systems. */
const CHECK_CONCURRENCY = 2;

/** Runs the action on every order and passes on each result as it arrives. `orders`: Shopify's ids. */
export async function runBulkAction(
  action: BulkAction,
  orders: readonly string[],
  onResults: (lines: BulkLine[]) => void,
) {
  if (action === "check") return checkOrders(orders, onResults);
  for (let from = 0; from < orders.length; from += BATCH_SIZE) {
    const batch = orders.slice(from, from + BATCH_SIZE);
    const done = await callApp<BulkActionResponse>("orders", { action, orders: batch });
    onResults(done.ok ? done.data.lines : batch.map((gid) => notDone(gid, done.error)));
  }
}

async function checkOrders(orders: readonly string[], onResults: (lines: BulkLine[]) => void): Promise<void> {
  const remaining = [...orders];
  const checkNext = async (): Promise<void> => {
    const gid = remaining.shift();
    if (gid === undefined) return;
    const checked = await callApp<ActionResponse>(`orders/${numberOf(gid)}`, { action: "refresh" });
    onResults([checked.ok ? lineOf(gid, checked) : notDone(gid, checked.error)]);
    return checkNext();
  };
  await Promise.all(Array.from({ length: CHECK_CONCURRENCY }, checkNext));
}

function lineOf(gid: string, { data: { card, done, messages } }: AppResponse<ActionResponse> & { ok: true }): BulkLine {
  const name = card.name === "" ? t("order", { number: numberOf(gid) }) : card.name;
  return {
    gid,
    name,
    done,
    state: card.state,
    reason: card.reasons[0]?.label ?? null,
    message: done ? "" : messages.join(" "),
  };
}

const notDone = (gid: string, message: string): BulkLine => ({
  gid,
  name: t("order", { number: numberOf(gid) }),
  done: false,
  state: null,
  reason: null,
  message,
});
