import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Log } from "../ports/log.ts";

export interface PreviewProcess {
  /** A preview of a file in chunks; null when none can be drawn within the bounds. Never throws. */
  draw(file: readonly Uint8Array[]): Promise<Uint8Array | null>;
}

/** Time for one preview, memory of the process, and how long the process lives without a request. */
const DEFAULT_LIMITS = { timeoutMs: 10_000, maxMemoryBytes: 512 * 1024 * 1024, idleMs: 30_000 };
/** The project's root is two folders up both from here and from the build. */
const PROGRAM = fileURLToPath(new URL("../../server/draw-previews.ts", import.meta.url));

/**
 * The process that draws, one preview at a time: started at the first, ended when idle, killed when one takes too long.
 * It ends itself when it holds too much memory, and when this process ends. It gets none of the app's settings.
 */
export function createPreviewProcess(log: Pick<Log, "warn">, limits = DEFAULT_LIMITS): PreviewProcess {
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
    // No secrets. MALLOC_ARENA_MAX: glibc keeps little of freed memory.
    env: { NODE_ENV: "production", MALLOC_ARENA_MAX: "2" },
    execArgv: [],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  // A process that cannot be started, or whose channel breaks, shows as a missing answer.
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

/** Chunk by chunk, so that no second copy of the file is held. */
async function sendFile(child: ChildProcess, file: readonly Uint8Array[]): Promise<void> {
  for (const part of [...file, new Uint8Array()]) {
    if (!child.connected) throw new Error("no process");
    await new Promise<void>((resolve, reject) => {
      child.send(part, (error) => (error ? reject(error) : resolve()));
    });
  }
}
