import { setTimeout as wait } from "node:timers/promises";
import { waitFor } from "../../../scripts/launcher/wait-for.ts";
import { startChild, type Child, type Ended } from "./child.ts";
import type { Report } from "./process-messages.ts";
import type { AppProcess } from "./environment.ts";
import type { FailpointAction } from "./failpoints.ts";
import type { ActionOutcome } from "./perform-action.ts";
import { WAIT_LIMIT_MS, within } from "../within.ts";

export interface ProcessOptions {
  name: string;
  role: "web" | "worker";
  port: number;
  /** The bundled program. */
  file: string;
  /** Settings of an incarnation that starts now. */
  env(): Record<string, string>;
  onLine(line: string): void;
  /** Something that was done to it, or that became of it. */
  recordEvent(what: string): void;
}

export interface SupervisedProcess extends AppProcess {
  advanceClock(ms: number): void;
  /** SIGKILL, for good. */
  end(): Promise<void>;
}

interface PendingCommand {
  child: Child;
  action: FailpointAction | null;
  done(how: "hit" | "lost"): void;
}

/** An incarnation that ends sooner than this did not come to work: the next one waits a moment. */
const CRASH_LOOP_MS = 1_500;
/** Where a process ends as it starts, its next incarnation is waited for. */
const START_LIMIT_MS = 2 * WAIT_LIMIT_MS;
const RESTART_DELAY_MS = 200;
const MAX_QUICK_EXITS = 25;

/** A process that is started again at once whenever it dies, unless it was asked to stop. Begins stopped. */
export function superviseProcess(options: ProcessOptions): SupervisedProcess {
  const { name, role, recordEvent } = options;
  const pending = new Map<number, PendingCommand>();
  const outcomes = new Map<number, ActionOutcome>();
  let child: Child | null = null;
  let shouldRun = false;
  let incarnation = 0;
  let quickExits = 0;
  let ids = 0;
  let peak = 0;
  let running: PromiseWithResolvers<void> = Promise.withResolvers();
  let exited = Promise.resolve<Ended>({ code: 0, signal: null });

  function launch(): void {
    incarnation += 1;
    const begun = Date.now();
    const spawned = startChild(options.file, options.env(), {
      line: (line) => options.onLine(line),
      report: handleReport,
      failpointHit: (id) => handleHit(spawned, id),
    });
    child = spawned;
    exited = spawned.ended.then((how) => {
      ended(spawned, how, Date.now() - begun);
      return how;
    });
  }

  function ended(spawned: Child, how: Ended, livedMs: number): void {
    recordEvent(`#${incarnation} ended: ${how.signal ?? `code ${how.code}`}`);
    child = null;
    const awaited = running;
    running = Promise.withResolvers();
    // Who waits until it runs, and it ended before, waits for the next one.
    void running.promise.then(awaited.resolve);
    for (const [id, one] of pending) if (one.child === spawned && one.action !== "kill") resolvePending(id, "lost");
    for (const [id, one] of pending)
      if (one.child === spawned) resolvePending(id, how.signal === "SIGKILL" ? "hit" : "lost");
    if (!shouldRun) return;
    quickExits = livedMs < CRASH_LOOP_MS ? quickExits + 1 : 0;
    if (quickExits < MAX_QUICK_EXITS)
      setTimeout(() => shouldRun && !child && launch(), quickExits > 1 ? RESTART_DELAY_MS : 0);
    else recordEvent("does not start; not started again");
  }

  function handleReport(report: Report): void {
    if (report.kind === "running") running.resolve();
    else if (report.kind === "memory") peak = Math.max(peak, report.bytes);
    else {
      if (report.kind === "acted") outcomes.set(report.id, report.outcome);
      resolvePending(report.id, "hit");
    }
  }

  function handleHit(struck: Child, id: number): void {
    const one = pending.get(id);
    // Disarmed at the same moment: nobody would let it continue.
    if (!one?.action) return struck.resumeAfter(100);
    recordEvent(`#${incarnation} struck by what was armed: ${JSON.stringify(one.action)}`);
    if (one.action === "kill") return;
    const { freezeMs } = one.action;
    one.child.resumeAfter(freezeMs);
    setTimeout(() => resolvePending(id, "hit"), freezeMs + 20);
  }

  function resolvePending(id: number, how: "hit" | "lost"): void {
    const one = pending.get(id);
    pending.delete(id);
    one?.done(how);
  }

  /** Gives an order, and waits for what becomes of it. */
  function sendCommand(action: FailpointAction | null, send: (to: Child, id: number) => void): Promise<"hit" | "lost"> {
    const to = child;
    if (!to) return Promise.resolve("lost");
    const id = (ids += 1);
    return new Promise((done) => {
      pending.set(id, { child: to, action, done });
      send(to, id);
    });
  }

  const hasEnded = (): Promise<Ended> => within(`the end of ${name}`, exited);

  async function ready(): Promise<void> {
    const url = `http://127.0.0.1:${options.port}/readyz`;
    await waitFor(name, START_LIMIT_MS, async () => (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok);
  }

  return {
    name,
    role,
    get pid() {
      return child?.pid ?? null;
    },
    get incarnation() {
      return incarnation;
    },
    get running() {
      return child !== null;
    },
    get peakRssBytes() {
      return peak;
    },
    arm(point, action, nth = 1) {
      recordEvent(`#${incarnation} armed at "${point}", time ${nth}: ${JSON.stringify(action)}`);
      return sendCommand(action, (to, id) => to.send({ do: "arm", id, point, action, nth }));
    },
    async act(request) {
      const sent = { id: 0 };
      const acted = sendCommand(null, (to, id) => {
        sent.id = id;
        to.send({ do: "act", id, request });
      });
      const how = await within(`what ${name} says of the action`, acted);
      const outcome = outcomes.get(sent.id);
      outcomes.delete(sent.id);
      return how === "hit" && outcome ? outcome : "lost";
    },
    disarm() {
      child?.send({ do: "disarm" });
      for (const [id, one] of pending) if (one.action) resolvePending(id, "lost");
    },
    async kill() {
      recordEvent("SIGKILL");
      child?.signal("SIGKILL");
      await hasEnded();
    },
    async freeze(ms) {
      recordEvent(`frozen for ${ms} ms`);
      child?.signal("SIGSTOP");
      child?.resumeAfter(ms);
      await wait(ms + 20);
    },
    async block(ms) {
      recordEvent(`event loop blocked for ${ms} ms`);
      const unblocked = sendCommand(null, (to, id) => to.send({ do: "block", id, ms }));
      await within(`the end of the block of ${name}`, unblocked, ms + WAIT_LIMIT_MS);
    },
    jumpClock(ms) {
      recordEvent(`wall clock set by ${ms} ms`);
      child?.send({ do: "jump", ms });
    },
    advanceClock(ms) {
      child?.send({ do: "advance clock", ms });
    },
    async stop() {
      recordEvent("SIGTERM");
      shouldRun = false;
      const begun = performance.now();
      child?.signal("SIGTERM");
      const how = await hasEnded();
      return { ...how, tookMs: performance.now() - begun };
    },
    async start() {
      shouldRun = true;
      quickExits = 0;
      if (!child) launch();
      await within(`${name}, which starts`, running.promise, START_LIMIT_MS);
    },
    ready,
    async end() {
      shouldRun = false;
      child?.signal("SIGKILL");
      await hasEnded();
    },
  };
}
