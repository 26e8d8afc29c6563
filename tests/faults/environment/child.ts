import { spawn, type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { HIT_MARKER, type Command, type Report } from "./process-messages.ts";

// A seed starts some forty processes: what one has compiled, the next loads.
const COMPILE_CACHE = fileURLToPath(new URL("../../../.cache/compile", import.meta.url));

/** A process that is found stopped so often in a row, without an end of it in sight, continues. */
const STOPPED_CHECKS = 2;
const STOPPED_CHECK_MS = 5_000;

export interface ChildEvents {
  line(line: string): void;
  report(report: Report): void;
  /** An act strikes at this moment. */
  failpointHit(id: number): void;
}

export interface Ended {
  code: number | null;
  signal: string | null;
}

/** One incarnation of a process of the app. */
export interface Child {
  pid: number;
  ended: Promise<Ended>;
  send(order: Command): void;
  signal(signal: NodeJS.Signals): void;
  /** Goes on automatically after `ms`, even when the runner is gone by then. */
  resumeAfter(ms: number): void;
}

/** Starts the bundled program. It ends when the runner ends (follow-parent.ts). */
export function startChild(file: string, env: Record<string, string>, events: ChildEvents): Child {
  const { PATH, HOME, NODE_COMPILE_CACHE = COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, ["--max-semi-space-size=16", "--initial-old-space-size=128", file], {
    env: { PATH, HOME, NODE_COMPILE_CACHE, ...env } as unknown as NodeJS.ProcessEnv,
    stdio: ["pipe", "pipe", "pipe", "ipc"],
  });
  child.stdin?.on("error", () => undefined);
  readLines(child, (line) => {
    // A line of the log may stand before it, not ended yet when the process struck itself.
    const [text, hit] = line.split(HIT_MARKER);
    if (text) events.line(text);
    if (hit !== undefined) events.failpointHit(Number(hit));
  });
  child.on("message", (message) => events.report(message as Report));
  const ended = new Promise<Ended>((resolve) => {
    child.once("error", () => resolve({ code: null, signal: "not started" }));
    child.once("close", (code, signal) => resolve({ code, signal }));
  });
  let frozenUntil = 0;
  const watch = setInterval(
    continueStopped(child, () => Date.now() > frozenUntil),
    STOPPED_CHECK_MS,
  ).unref();
  void ended.then(() => clearInterval(watch));
  return {
    pid: child.pid ?? 0,
    ended,
    send: (order) => void (child.connected && child.send(order, () => undefined)),
    signal: (signal) => void child.kill(signal),
    resumeAfter(ms) {
      frozenUntil = Date.now() + ms;
      const script = `sleep ${ms / 1000}; kill -CONT ${child.pid}`;
      spawn("sh", ["-c", script], { stdio: "ignore", detached: true }).unref();
    },
  };
}

/**
 * A process reports that it struck, then stops itself. Where the signal to continue overtakes that stop, or its report is
 * lost, it would stay stopped forever.
 */
function continueStopped(child: ChildProcess, isOverdue: () => boolean): () => void {
  let seen = 0;
  return () => {
    seen = isOverdue() && isStopped(child.pid) ? seen + 1 : 0;
    if (seen >= STOPPED_CHECKS) child.kill("SIGCONT");
  };
}

function isStopped(pid: number | undefined): boolean {
  try {
    // The state follows the name in parentheses.
    return readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .startsWith("T");
  } catch {
    return false;
  }
}

function readLines(child: ChildProcess, onLine: (line: string) => void): void {
  for (const stream of [child.stdout, child.stderr]) if (stream) createInterface({ input: stream }).on("line", onLine);
}
