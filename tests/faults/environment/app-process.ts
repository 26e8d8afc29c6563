import { setTimeout as wait } from "node:timers/promises";
import { waitFor } from "../../../scripts/launcher/wait-for.ts";
import { startChild, type Child, type Ended } from "./child.ts";
import type { Report } from "./process-messages.ts";
import type { AppProcess } from "./environment.ts";
import type { Act } from "./failpoints.ts";

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
  note(what: string): void;
}

export interface SupervisedProcess extends AppProcess {
  passTime(ms: number): void;
  /** SIGKILL, for good. */
  end(): Promise<void>;
}

interface Waiting {
  child: Child;
  act: Act | null;
  done(how: "struck" | "lost"): void;
}

/** An incarnation that ends sooner than this did not come to work: the next one waits a moment. */
const HASTY_MS = 1_500;
/** A busy machine starts a process slowly. */
const READY_MS = 120_000;
const PAUSE_MS = 200;
const MOST_HASTY = 25;

/** A process that is started again at once whenever it dies, unless it was asked to stop. Begins stopped. */
export function superviseProcess(options: ProcessOptions): SupervisedProcess {
  const { name, role, note } = options;
  const waiting = new Map<number, Waiting>();
  let child: Child | null = null;
  let wanted = false;
  let incarnation = 0;
  let hasty = 0;
  let ids = 0;
  let peak = 0;
  let running: PromiseWithResolvers<void> = Promise.withResolvers();
  let gone = Promise.resolve<Ended>({ code: 0, signal: null });

  function launch(): void {
    incarnation += 1;
    const begun = Date.now();
    const own = startChild(options.file, options.env(), {
      line: (line) => options.onLine(line),
      report: heard,
      struck,
    });
    child = own;
    gone = own.ended.then((how) => {
      ended(own, how, Date.now() - begun);
      return how;
    });
  }

  function ended(own: Child, how: Ended, livedMs: number): void {
    note(`#${incarnation} ended: ${how.signal ?? `code ${how.code}`}`);
    child = null;
    const awaited = running;
    running = Promise.withResolvers();
    // Who waits until it runs, and it ended before, waits for the next one.
    void running.promise.then(awaited.resolve);
    for (const [id, one] of waiting) if (one.child === own && one.act !== "kill") settle(id, "lost");
    for (const [id, one] of waiting) if (one.child === own) settle(id, how.signal === "SIGKILL" ? "struck" : "lost");
    if (!wanted) return;
    hasty = livedMs < HASTY_MS ? hasty + 1 : 0;
    if (hasty < MOST_HASTY) setTimeout(() => wanted && !child && launch(), hasty > 1 ? PAUSE_MS : 0);
    else note("does not come up; left alone");
  }

  function heard(report: Report): void {
    if (report.said === "running") running.resolve();
    else if (report.said === "memory") peak = Math.max(peak, report.bytes);
    else settle(report.id, "struck");
  }

  function struck(id: number): void {
    const one = waiting.get(id);
    if (!one?.act) return;
    note(`#${incarnation} struck by what was armed: ${JSON.stringify(one.act)}`);
    if (one.act === "kill") return;
    const { freezeMs } = one.act;
    one.child.thawIn(freezeMs);
    setTimeout(() => settle(id, "struck"), freezeMs + 20);
  }

  function settle(id: number, how: "struck" | "lost"): void {
    const one = waiting.get(id);
    waiting.delete(id);
    one?.done(how);
  }

  /** Gives an order, and waits for what becomes of it. */
  function order(act: Act | null, tell: (to: Child, id: number) => void): Promise<"struck" | "lost"> {
    const to = child;
    if (!to) return Promise.resolve("lost");
    const id = (ids += 1);
    return new Promise((done) => {
      waiting.set(id, { child: to, act, done });
      tell(to, id);
    });
  }

  async function ready(): Promise<void> {
    const url = `http://127.0.0.1:${options.port}/readyz`;
    await waitFor(name, READY_MS, async () => (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok);
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
    arm(point, act, nth = 1) {
      note(`#${incarnation} armed at "${point}", time ${nth}: ${JSON.stringify(act)}`);
      return order(act, (to, id) => to.tell({ do: "arm", id, point, act, nth }));
    },
    disarm() {
      child?.tell({ do: "disarm" });
      for (const [id, one] of waiting) if (one.act) settle(id, "lost");
    },
    async kill() {
      note("SIGKILL");
      child?.signal("SIGKILL");
      await gone;
    },
    async freeze(ms) {
      note(`frozen for ${ms} ms`);
      child?.signal("SIGSTOP");
      child?.thawIn(ms);
      await wait(ms + 20);
    },
    async block(ms) {
      note(`event loop blocked for ${ms} ms`);
      await order(null, (to, id) => to.tell({ do: "block", id, ms }));
    },
    jumpClock(ms) {
      note(`wall clock set by ${ms} ms`);
      child?.tell({ do: "jump", ms });
    },
    passTime(ms) {
      child?.tell({ do: "pass", ms });
    },
    async stop() {
      note("SIGTERM");
      wanted = false;
      const begun = performance.now();
      child?.signal("SIGTERM");
      const how = await gone;
      return { ...how, tookMs: performance.now() - begun };
    },
    async start() {
      wanted = true;
      hasty = 0;
      if (!child) launch();
      await running.promise;
    },
    ready,
    async end() {
      wanted = false;
      child?.signal("SIGKILL");
      await gone;
    },
  };
}
