import { spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { HIT_MARKER, type Command, type Report } from "./process-messages.ts";

// A seed starts some forty processes: what one has compiled, the next loads.
const COMPILE_CACHE = fileURLToPath(new URL("../../../.cache/compile", import.meta.url));

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
  const child = spawn(process.execPath, ["--max-semi-space-size=16", file], {
    env: { PATH, HOME, NODE_COMPILE_CACHE, ...env } as unknown as NodeJS.ProcessEnv,
    stdio: ["pipe", "pipe", "pipe", "ipc"],
  });
  child.stdin?.on("error", () => undefined);
  readLines(child, (line) => {
    if (line.startsWith(HIT_MARKER)) events.failpointHit(Number(line.slice(HIT_MARKER.length)));
    else events.line(line);
  });
  child.on("message", (message) => events.report(message as Report));
  const ended = new Promise<Ended>((resolve) => {
    child.once("error", () => resolve({ code: null, signal: "not started" }));
    child.once("close", (code, signal) => resolve({ code, signal }));
  });
  return {
    pid: child.pid ?? 0,
    ended,
    send: (order) => void (child.connected && child.send(order, () => undefined)),
    signal: (signal) => void child.kill(signal),
    resumeAfter(ms) {
      const script = `sleep ${ms / 1000}; kill -CONT ${child.pid}`;
      spawn("sh", ["-c", script], { stdio: "ignore", detached: true }).unref();
    },
  };
}

function readLines(child: ChildProcess, onLine: (line: string) => void): void {
  for (const stream of [child.stdout, child.stderr]) if (stream) createInterface({ input: stream }).on("line", onLine);
}
