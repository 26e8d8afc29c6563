import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Log } from "../ports/log.ts";

export interface PreviewProcess {
  /** A small picture of a file that comes in parts; null when none can be drawn within the bounds. Never throws. */
  draw(file: readonly Uint8Array[]): Promise<Uint8Array | null>;
}

export interface PreviewLimits {
  /** Of one picture. */
  timeoutMs: number;
  /** Of the process. */
  maxMemoryBytes: number;
  /** So long it waits for the next picture before it ends. */
  idleMs: number;
}

const DEFAULT_LIMITS: PreviewLimits = { timeoutMs: 10_000, maxMemoryBytes: 512 * 1024 * 1024, idleMs: 30_000 };
/** Two folders up are the project's from here, from the build, and wherever else the app is bundled to. */
const PROGRAM = fileURLToPath(new URL("../../server/draw-previews.ts", import.meta.url));

/**
 * The process that draws, one picture at a time: started at the first, ended when none has come for a while, killed when one
 * takes too long. It ends itself when it holds too much memory, and with us. It knows no setting of ours.
 */
export function createPreviewProcess(log: Pick<Log, "warn">, limits: PreviewLimits = DEFAULT_LIMITS): PreviewProcess {
  let current: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();

  async function drawNow(file: readonly Uint8Array[]): Promise<Uint8Array | null> {
    clearTimeout(idle);
    const child = (current ??= start(limits.maxMemoryBytes));
    try {
      return await requestPreview(child, file, limits.timeoutMs);
    } catch {
      log.warn({ exitCode: child.exitCode, signal: child.signalCode }, "the process that draws previews gave up");
      current = null;
      child.kill("SIGKILL");
      return null;
    } finally {
      idle = setTimeout(stopIdle, limits.idleMs).unref();
    }
  }

  function stopIdle(): void {
    if (current?.connected) current.disconnect();
    current = null;
  }

  return { draw: (file) => (last = last.then(() => drawNow(file))) as Promise<Uint8Array | null> };
}

function start(maxMemoryBytes: number): ChildProcess {
  const child = fork(PROGRAM, [String(maxMemoryBytes)], {
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
async function requestPreview(
  child: ChildProcess,
  file: readonly Uint8Array[],
  timeoutMs: number,
): Promise<Uint8Array | null> {
  const finished = new AbortController();
  const timer = setTimeout(() => finished.abort(), timeoutMs);
  try {
    const answer = once(child, "message", finished);
    const ended = once(child, "exit", finished).then(() => Promise.reject(new Error("no process")));
    const [picture] = (await Promise.race([answer, ended, sendFile(child, file).then(() => answer)])) as [
      Uint8Array | null,
    ];
    return picture;
  } finally {
    clearTimeout(timer);
    finished.abort();
  }
}

/** Part by part, so that the file is not held once more on its way. */
async function sendFile(child: ChildProcess, file: readonly Uint8Array[]): Promise<void> {
  for (const part of [...file, new Uint8Array()]) {
    if (!child.connected) throw new Error("no process");
    await new Promise<void>((resolve, reject) => {
      child.send(part, (error) => (error ? reject(error) : resolve()));
    });
  }
}
