import { APPROVALS, ORDER_ACTION_NAMES } from "../../../app/orders/core/attention-registry.ts";
import type { ChangeRequest } from "../../../app/orders/changes/change-order.ts";
import { performAction, type ActionOutcome, type ActionRequest } from "../environment/perform-action.ts";
import { beginChange, startTimeline } from "../content/timeline.ts";
import type { CrashPoint } from "../schedule/plan.ts";
import { isDoneInApp } from "./is-done-in-app.ts";
import { delay, recordOrder, type Simulation, type SimulatedOrder } from "./simulation.ts";

export interface StaffAction {
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
export async function takeStaffAction(simulation: Simulation, one: StaffAction): Promise<void> {
  const { web, services } = simulation.environment;
  if (one.crash) void web.arm(one.crash.point, one.crash.action);
  // The app saves addresses in Shopify, too.
  recordOrder(simulation, one.found);
  const finish = beginDecision(simulation, one);
  const outcomes = await Promise.all([
    click(simulation, one),
    ...(one.twice ? [performAction(services.core.ctx, one.request)] : []),
  ]);
  recordOrder(simulation, one.found);
  finish(outcomes.includes("done"));
}

/** Again and again while no page says what came of it: the process may die just before its commit, or just after. */
export async function clickUntilAnswered(
  { environment }: Simulation,
  request: ActionRequest,
): Promise<{ outcome: ActionOutcome; everLost: boolean }> {
  let everLost = false;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const outcome = await environment.web.act(request);
    everLost ||= outcome === "lost";
    if (outcome !== "lost" && outcome !== "failed") return { outcome, everLost };
    await delay(PAUSE_MS);
  }
  return { outcome: "failed", everLost };
}

async function click(simulation: Simulation, one: StaffAction): Promise<ActionOutcome> {
  const { outcome, everLost } = await clickUntilAnswered(simulation, one.request);
  return outcome !== "failed" && (everLost || outcome === "unchanged")
    ? whatWasDone(simulation, one, outcome)
    : outcome;
}

/** An earlier click may have done it: then there is nothing left to do. A repeated reprint tells which. */
async function whatWasDone(simulation: Simulation, one: StaffAction, outcome: ActionOutcome): Promise<ActionOutcome> {
  if (one.request.of === "reprint") return outcome;
  const isDone = await isDoneInApp(simulation, one);
  return isDone === null || isDone ? "done" : outcome;
}

const asIs = () => undefined;

/** Keeps what a person decides, from the click on; the returned function gets whether the app has done it. */
function beginDecision(
  { environment: { clock } }: Simulation,
  { found, request, lineGid }: StaffAction,
): (isDone: boolean) => void {
  const { decisions, shop, goods } = found;
  const at = clock.now();
  const approval = [...APPROVALS, ...ORDER_ACTION_NAMES].find((name) => name === request.action);
  if (approval) decisions.given.push({ value: approval, from: at, until: at });
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
    case "keep_change": {
      const open = openUnits(found, lineId);
      return (isDone) => void (isDone && countWithheld(found, lineId, open));
    }
    case "withdraw_change":
      return beginWithdrawal(found, lineId, at, () => clock.now());
    case "use_new_file": {
      const timeline = shop.files.get(request.link);
      const finish = timeline && beginChange(timeline, null, at);
      return (isDone) => void (finish && finishOrUndo(timeline, finish, isDone, clock.now()));
    }
    case "withdraw_reprint":
      return (isDone) => void (isDone && decisions.reprints.pop());
    case "reprint": {
      const units = new Map(request.asked.lines.map(({ quantity }) => [lineId, quantity]));
      const endWord = beginToSay(found, ["reprint"], at);
      return (isDone) => {
        endWord(clock.now());
        if (isDone) decisions.reprints.push(units);
      };
    }
    default:
      return asIs;
  }
}

function beginChangeOfOrder(
  found: SimulatedOrder,
  lineId: string,
  { itemSku, artworkFront, note, quantity, address, method }: ChangeRequest["values"],
  at: Date,
  now: () => Date,
): (isDone: boolean) => void {
  const { decisions, order } = found;
  if (address || method) {
    const changed = {
      ...(address ? { recipient: { shipping_address1: address.address1 } } : {}),
      ...(method ? { method } : {}),
    };
    const finish = beginChange(decisions.changedOrder, { ...decisions.changedOrder.at(-1)?.value, ...changed }, at);
    return (isDone) => finishOrUndo(decisions.changedOrder, finish, isDone, now());
  }
  // Each change of a line is saved with the approval of its text, which the preview shows.
  const endWords = beginToSay(found, ["approve_personalization"], at);
  if (quantity !== undefined) {
    const finishQuantity = beginChangeOfQuantity(found, lineId, quantity, at, now);
    return (isDone) => {
      endWords(now());
      finishQuantity(isDone);
    };
  }
  const timeline = decisions.changedLines.get(lineId) ?? startTimeline({}, order.createdAt);
  decisions.changedLines.set(lineId, timeline);
  const open = openUnits(found, lineId);
  const changed = Object.entries({ itemSku, artworkFront, note }).filter(([, value]) => value !== undefined);
  const finish = beginChange(timeline, { ...timeline.at(-1)?.value, ...Object.fromEntries(changed) }, at);
  return (isDone) => {
    endWords(now());
    finishOrUndo(timeline, finish, isDone, now());
    if (isDone) countWithheld(found, lineId, open);
  };
}

type Word = SimulatedOrder["decisions"]["given"][number];

/** Each click shows again what it does, until a page answers: what is said holds for all that was shown. */
function beginToSay({ decisions }: SimulatedOrder, values: readonly Word["value"][], at: Date): (ended: Date) => void {
  const words = values.map((value): Word => ({ value, from: at, until: null }));
  decisions.given.push(...words);
  return (ended) => {
    for (const word of words) word.until = ended;
  };
}

function beginChangeOfQuantity(
  found: SimulatedOrder,
  lineId: string,
  quantity: number | null,
  at: Date,
  now: () => Date,
): (isDone: boolean) => void {
  const { quantities } = found.decisions;
  const wanted = quantities.get(lineId) ?? { limit: startTimeline(null, found.order.createdAt), withheld: 0 };
  quantities.set(lineId, wanted);
  const open = openUnits(found, lineId);
  const finish = beginChange(wanted.limit, quantity, at);
  return (isDone) => {
    finishOrUndo(wanted.limit, finish, isDone, now());
    if (isDone) countWithheld(found, lineId, open);
  };
}

const openUnits = ({ order }: SimulatedOrder, lineId: string): number =>
  order.lines.find(({ id }) => id === lineId)?.unfulfilled ?? 0;

/** Staff who decide on a quantity have seen how many are open: what is printed and fulfilled before the app answers counts with them. */
function countWithheld({ decisions }: SimulatedOrder, lineId: string, open: number): void {
  const wanted = decisions.quantities.get(lineId);
  if (wanted) wanted.withheld = Math.max(0, open - (wanted.limit.at(-1)?.value ?? open));
}

/** What Shopify and the mapping give counts again. */
function beginWithdrawal(found: SimulatedOrder, lineId: string, at: Date, now: () => Date): (isDone: boolean) => void {
  const { changedOrder, changedLines, quantities } = found.decisions;
  const timeline = lineId === "" ? changedOrder : changedLines.get(lineId);
  const finish = timeline && beginChange<object>(timeline, {}, at);
  const finishQuantity = quantities.has(lineId) ? beginChangeOfQuantity(found, lineId, null, at, now) : undefined;
  return (isDone) => {
    if (timeline && finish) finishOrUndo(timeline, finish, isDone, now());
    finishQuantity?.(isDone);
  };
}

function finishOrUndo(timeline: unknown[], finish: (at: Date) => void, isDone: boolean, at: Date): void {
  if (isDone) finish(at);
  else timeline.pop();
}
