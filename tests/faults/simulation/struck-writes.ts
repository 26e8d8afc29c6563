import type { Fault } from "../../../sandbox/print-service/faults.ts";
import { FAST_POLICY } from "../environment/fast-policy.ts";
import type { Step } from "../schedule/plan.ts";
import type { WriteStrike } from "../schedule/targeted-fault-types.ts";
import { scaled } from "../within.ts";
import { placeOrder } from "./place-order.ts";
import { JOIN_ORDER, SENT_REFERENCE, failCalls, pollForRow } from "./targeted-faults.ts";
import { delay, type Simulation, type SimulatedOrder } from "./simulation.ts";

/**
 * Orders that are paid for or canceled automatically, one after the other, each of them struck on its way. Called when all faults were
 * lifted and every process runs; those that it kills are started again.
 */
export async function strikeWrites(simulation: Simulation): Promise<void> {
  const { environment, schedule } = simulation;
  for (const step of schedule.steps) {
    const plan = step.do === "strike write" && schedule.orders.find(({ key }) => key === step.order);
    if (!plan) continue;
    if (step.by === "empty wallet") environment.printService.changeBehavior({ version3: { wallet: "0" } });
    placeOrder(simulation, plan);
    const placed = simulation.orders.get(plan.key);
    if (placed && (await strikeWrite(simulation, placed, step))) simulation.struckWrites.push(step);
    environment.printService.changeBehavior({ version3: { wallet: null } });
    for (const process of environment.processes) {
      process.disarm();
      await process.start();
    }
    await environment.ready();
  }
}

/** How long the app may take until it pays for an order, or cancels it; what takes longer is not struck. */
const WITHIN_MS = scaled(25_000);

/** Returns whether the strike has met a payment, or a cancellation. */
async function strikeWrite(
  simulation: Simulation,
  found: SimulatedOrder,
  { kind, by }: Step & { do: "strike write" },
): Promise<boolean> {
  const { shopify, workers } = simulation.environment;
  if (typeof by === "string" && by !== "empty wallet")
    failCalls(simulation, found, { ...SPOILT_ANSWERS[by], endpoint: kind });
  if (kind === "cancel") {
    if (!(await pollForRow(simulation, found, SENT_REFERENCE, WITHIN_MS))) return false;
    if (!found.order.cancelledAt) shopify.cancelOrder(found.shop.domain, found.order.id);
  }
  if (by === "empty wallet") return (await pollForRow(simulation, found, WAITING_FOR_MONEY, WITHIN_MS)) !== null;
  if (typeof by === "string") return (await pollForRow(simulation, found, CALLED[kind], WITHIN_MS)) !== null;
  const hits = workers.map((worker) => worker.arm(by.point, by.action));
  const isHit = await Promise.race([
    ...hits.map((hit) => hit.then((how) => (how === "hit" ? true : new Promise<never>(() => undefined)))),
    delay(WITHIN_MS).then(() => false),
  ]);
  return isHit;
}

/** The work is done, and the answer spoilt; 429 alone says that it is not done. */
const SPOILT_ANSWERS: Record<Exclude<WriteStrike, object | "empty wallet">, Omit<Fault, "endpoint">> = {
  "lost answer": { effect: "reset" },
  slow: { effect: "slow", ms: FAST_POLICY.claimTtlMs + 1_000 },
  "429": { effect: "too_many" },
  "500 after it": { effect: "server_error", status: 500, worked: true },
};

const CALLED = {
  pay: `SELECT x."id" AS "known" FROM "ProviderWrite" x ${JOIN_ORDER} AND x."kind" = 'pay' AND x."calledAt" IS NOT NULL`,
  cancel: `SELECT x."id" AS "known" FROM "ProviderWrite" x ${JOIN_ORDER} AND x."kind" = 'cancel' AND x."calledAt" IS NOT NULL`,
};

const WAITING_FOR_MONEY = `SELECT x."id" AS "known" FROM "ProviderWrite" x ${JOIN_ORDER} AND x."kind" = 'pay'
  AND EXISTS (SELECT FROM "PrintAccount" a WHERE a."id" = x."printAccountId" AND a."paymentProblem" IS NOT NULL)`;
