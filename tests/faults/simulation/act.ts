import { APPROVALS, ORDER_ACTION_NAMES } from "../../../app/orders/core/attention-registry.ts";
import type { AppProcess } from "../environment/environment.ts";
import type { ChangeRequest } from "../../../app/orders/changes/change-order.ts";
import { performAction, type ActionOutcome, type ActionRequest } from "../environment/perform-action.ts";
import { beginChange, startTimeline } from "../content/timeline.ts";
import type { CrashPoint } from "../schedule/plan.ts";
import { delay, type Simulation, type SimulatedOrder } from "./simulation.ts";

export interface StaffAct {
  found: SimulatedOrder;
  request: ActionRequest;
  /** The line that it is about. */
  lineGid: string | null;
  crash: CrashPoint | null;
  /** A second person clicks the same at the same time, on a page that never fails: the runner serves it. */
  twice?: boolean;
}

const PAUSE_MS = 200;
const MAX_TRIES = 60;

/** A person does something in the app. */
export async function act(simulation: Simulation, one: StaffAct): Promise<void> {
  const { web, services } = simulation.environment;
  if (one.crash) void web.arm(one.crash.point, one.crash.action);
  const finish = beginDecision(simulation, one);
  const outcomes = await Promise.all([
    clickUntilAnswered(web, one.request),
    ...(one.twice ? [performAction(services.core.ctx, one.request)] : []),
  ]);
  finish(outcomes.includes("done"));
}

/** Again and again while no page says what came of it: the process may die just before its commit, or just after. */
async function clickUntilAnswered(web: AppProcess, request: ActionRequest): Promise<ActionOutcome> {
  let everLost = false;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const outcome = await web.act(request);
    everLost ||= outcome === "lost";
    // What was lost may have been done: then there is nothing left to do. A repeated reprint tells which.
    if (outcome !== "lost" && outcome !== "failed") return everLost && request.of !== "reprint" ? "done" : outcome;
    await delay(PAUSE_MS);
  }
  return "failed";
}

const asIs = () => undefined;

/** Keeps what a person decides, from the click on; the returned function is told whether the app has done it. */
function beginDecision(
  { environment: { clock } }: Simulation,
  { found, request, lineGid }: StaffAct,
): (isDone: boolean) => void {
  const { decisions, shop, goods } = found;
  const at = clock.now();
  const approval = [...APPROVALS, ...ORDER_ACTION_NAMES, "reprint" as const].find((name) => name === request.action);
  if (approval) decisions.given.push({ approval, at });
  const lineId = lineGid?.split("/").at(-1) ?? "";
  switch (request.action) {
    case "hold":
    case "release": {
      const finish = beginChange(decisions.heldByStaff, request.action === "hold", at);
      return (isDone) => finishOrUndo(decisions.heldByStaff, finish, isDone, clock.now());
    }
    case "exclude_line":
    case "include_line": {
      const timeline = decisions.excluded.get(lineId) ?? startTimeline(false, found.order.createdAt);
      decisions.excluded.set(lineId, timeline);
      const finish = beginChange(timeline, request.action === "exclude_line", at);
      return (isDone) => finishOrUndo(timeline, finish, isDone, clock.now());
    }
    case "mark_not_printed": {
      const marked = goods.get(lineId);
      return (isDone) => void (isDone && marked && shop.notPrinted.add(marked));
    }
    case "change":
      return beginChangeOfOrder(found, lineId, request.asked.values, at, () => clock.now());
    case "reprint": {
      const units = new Map(request.asked.lines.map(({ quantity }) => [lineId, quantity]));
      return (isDone) => void (isDone && decisions.reprints.push(units));
    }
    default:
      return asIs;
  }
}

function beginChangeOfOrder(
  { decisions, order }: SimulatedOrder,
  lineId: string,
  { itemSku, artworkFront, note, address, method }: ChangeRequest["values"],
  at: Date,
  now: () => Date,
): (isDone: boolean) => void {
  if (address || method) {
    const changed = {
      ...(address ? { recipient: { shipping_address1: address.address1 } } : {}),
      ...(method ? { method } : {}),
    };
    const finish = beginChange(decisions.changedOrder, changed, at);
    return (isDone) => finishOrUndo(decisions.changedOrder, finish, isDone, now());
  }
  // Who writes the note has read the customer's texts.
  if (note !== undefined)
    for (const approval of ["approve_personalization", "print_without_details"] as const)
      decisions.given.push({ approval, at });
  const timeline = decisions.changedLines.get(lineId) ?? startTimeline({}, order.createdAt);
  decisions.changedLines.set(lineId, timeline);
  const changed = Object.entries({ itemSku, artworkFront, note }).filter(([, value]) => value !== undefined);
  const finish = beginChange(timeline, Object.fromEntries(changed), at);
  return (isDone) => finishOrUndo(timeline, finish, isDone, now());
}

function finishOrUndo(timeline: unknown[], finish: (at: Date) => void, isDone: boolean, at: Date): void {
  if (isDone) finish(at);
  else timeline.pop();
}
