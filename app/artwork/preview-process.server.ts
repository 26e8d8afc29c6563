import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Log } from "../ports/log.ts";

export interface PreviewProcess {
  /** A small picture of a file that comes in parts; null when none can be drawn within the bounds. Never throws. */
  draw(file: readonly Uint8Array[]): Promise<Uint8Array | null>;
}

export interface PreviewBounds {
  /** Of one picture. */
  limitMs: number;
  /** Of the process. */
  mostBytes: number;
  /** So long it waits for the next picture before it ends. */
  idleMs: number;
}

const BOUNDS: PreviewBounds = { limitMs: 10_000, mostBytes: 512 * 1024 * 1024, idleMs: 30_000 };
/** Two folders up are the project's from here, from the build, and wherever else the app is bundled to. */
const PROGRAM = fileURLToPath(new URL("../../server/draw-previews.ts", import.meta.url));

/**
 * The process that draws, one picture at a time: started at the first, ended when none has come for a while, killed when one
 * takes too long. It ends itself when it holds too much memory, and with us. It knows no setting of ours.
 */
export function createPreviewProcess(log: Pick<Log, "warn">, bounds: PreviewBounds = BOUNDS): PreviewProcess {
  let running: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();

  async function drawNow(file: readonly Uint8Array[]): Promise<Uint8Array | null> {
    clearTimeout(idle);
    const child = (running ??= start(bounds.mostBytes));
    try {
      return await ask(child, file, bounds.limitMs);
    } catch {
      log.warn({ exitCode: child.exitCode, signal: child.signalCode }, "the process that draws previews gave up");
      running = null;
      child.kill("SIGKILL");
      return null;
    } finally {
      idle = setTimeout(end, bounds.idleMs).unref();
    }
  }

  function end(): void {
    if (running?.connected) running.disconnect();
    running = null;
  }

  return { draw: (file) => (last = last.then(() => drawNow(file))) as Promise<Uint8Array | null> };
}

function start(mostBytes: number): ChildProcess {
  const child = fork(PROGRAM, [String(mostBytes)], {
    // None of our secrets; and glibc keeps little of what was freed.
    env: { NODE_ENV: "production", MALLOC_ARENA_MAX: "2" },
    execArgv: [],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  // One that cannot be started, or whose channel breaks, is missed by whoever waits for its answer.
  child.on("error", () => undefined);
  child.unref();
  child.channel?.unref();
  return child;
}

/** @throws when there is no answer in time, or no process to give one */
async function ask(child: ChildProcess, file: readonly Uint8Array[], limitMs: number): Promise<Uint8Array | null> {
  const over = new AbortController();
  const late = setTimeout(() => over.abort(), limitMs);
  try {
    const answer = once(child, "message", over);
    const ended = once(child, "exit", over).then(() => Promise.reject(new Error("no process")));
    const [picture] = (await Promise.race([answer, ended, sent(child, file).then(() => answer)])) as [
      Uint8Array | null,
    ];
    return picture;
  } finally {
    clearTimeout(late);
    over.abort();
  }
}

/** Part by part, so that the file is not held once more on its way. */
async function sent(child: ChildProcess, file: readonly Uint8Array[]): Promise<void> {
  for (const part of [...file, new Uint8Array()]) {
    if (!child.connected) throw new Error("no process");
    await new Promise<void>((resolve, reject) => {
      child.send(part, (error) => (error ? reject(error) : resolve()));
    });
  }
}
