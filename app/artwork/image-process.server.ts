import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Log } from "../ports/observe.ts";
import type { ArtworkDocument, ArtworkImage } from "../ports/artwork.ts";

/** Hands a file in chunks to the process; null when there is no answer within the bounds. Never throws. */
type RunImageProcess<T> = (file: readonly Uint8Array[]) => Promise<T | null>;

/** Time for one file, memory of the process, and how long the process lives without a file. */
const IMAGE_PROCESS_LIMITS = { timeoutMs: 10_000, maxMemoryBytes: 512 * 1024 * 1024, idleMs: 30_000 };

/**
 * A process that opens pictures, one at a time: started at the first, ended when idle, killed when one takes too long. It
 * ends itself when it holds too much memory, and when this process ends. It gets none of the app's settings.
 * `T`: what the program in server/ answers.
 */
function createImageProcess<T>(
  program: "draw-previews" | "draw-texts" | "inspect-artwork" | "redraw-photos",
  log: Pick<Log, "warn">,
  limits = IMAGE_PROCESS_LIMITS,
): RunImageProcess<T> {
  let current: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();

  async function runNow(file: readonly Uint8Array[]): Promise<T | null> {
    clearTimeout(idle);
    const child = (current ??= start(program, limits.maxMemoryBytes));
    try {
      return await requestAnswer<T>(child, file, limits.timeoutMs);
    } catch {
      const { exitCode, signalCode: signal } = child;
      log.warn({ program, exitCode, signal }, "a process that opens pictures gave up");
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

  return (file) => {
    const answer = last.then(() => runNow(file));
    last = answer;
    return answer;
  };
}

function start(program: string, maxMemoryBytes: number): ChildProcess {
  // The project's root is two folders up both from here and from the build.
  const path = fileURLToPath(new URL(`../../server/${program}.ts`, import.meta.url));
  const child = fork(path, [String(maxMemoryBytes)], {
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
async function requestAnswer<T>(
  child: ChildProcess,
  file: readonly Uint8Array[],
  timeoutMs: number,
): Promise<T | null> {
  const finished = new AbortController();
  const timer = setTimeout(() => finished.abort(), timeoutMs);
  try {
    const answer = once(child, "message", finished);
    const ended = once(child, "exit", finished).then(() => Promise.reject(new Error("no process")));
    const [result] = (await Promise.race([answer, ended, sendFile(child, file).then(() => answer)])) as [T | null];
    return result;
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

export interface PreviewProcess {
  /** A preview of a file in chunks; null when none can be drawn within the bounds. Never throws. */
  draw: RunImageProcess<Uint8Array>;
}

/** The process that draws previews: server/draw-previews.ts. */
export function createPreviewProcess(log: Pick<Log, "warn">, limits = IMAGE_PROCESS_LIMITS): PreviewProcess {
  return { draw: createImageProcess("draw-previews", log, limits) };
}

/** The process that draws photos anew: server/redraw-photos.ts. */
export function createPhotoProcess(log: Pick<Log, "warn">): PreviewProcess {
  return { draw: createImageProcess("redraw-photos", log) };
}

/** What is drawn on an artwork (server/draw-texts.ts). */
export interface TextDrawing {
  /** print: a PNG of the artwork's size. preview: a small picture. */
  purpose: "print" | "preview";
  /** Elements of an SVG of `view` pixels, which has the shape of the artwork. */
  svg: string;
  view: { width: number; height: number };
}

/** shape: the artwork has another shape than `view`. too_large: for a print file in the shop's files. unreadable: it cannot be opened. */
export type DrawnPicture =
  | { outcome: "drawn"; bytes: Uint8Array; width: number; height: number }
  | { outcome: "shape" | "too_large" | "unreadable" };

/** null: no answer within the bounds. Never throws. */
export type DrawTexts = (file: readonly Uint8Array[], drawing: TextDrawing) => Promise<DrawnPicture | null>;

/** Artwork of a print file is decoded and encoded whole. */
const TEXT_LIMITS = { ...IMAGE_PROCESS_LIMITS, timeoutMs: 60_000 };

/** The process that draws texts on artwork: server/draw-texts.ts. What is drawn comes before the file, with its length. */
export function createTextProcess(log: Pick<Log, "warn">): DrawTexts {
  const run = createImageProcess<DrawnPicture>("draw-texts", log, TEXT_LIMITS);
  return (file, drawing) => {
    const head = Buffer.from(JSON.stringify(drawing));
    const length = Buffer.alloc(4);
    length.writeUInt32BE(head.byteLength);
    return run([length, head, ...file]);
  };
}

/** What the process finds (server/inspect-artwork.ts). */
type Inspected =
  | { outcome: "opened"; image: ArtworkImage }
  | { outcome: "read"; document: ArtworkDocument }
  | { outcome: "damaged" | "blank" };
/** not_opened: too many files wait, or the process gave up. */
type Inspection = Inspected | { outcome: "not_opened" };

/** Never throws. */
export type InspectArtwork = (sha256: string, file: readonly Uint8Array[]) => Promise<Inspection>;

/** A file that waits longer than these take keeps an order waiting. */
const MAX_WAITING = 6;
const NOT_OPENED = { outcome: "not_opened" } as const;
/** Results by hash: most orders print files of earlier orders. */
const MAX_REMEMBERED = 2_000;

/** Opens files one at a time, and each file once. */
export function createArtworkInspection(log: Pick<Log, "warn">): InspectArtwork {
  const run = createImageProcess<Inspected>("inspect-artwork", log);
  const known = new Map<string, Inspected>();
  let waiting = 0;
  return async (sha256, file) => {
    const before = known.get(sha256);
    if (before || waiting >= MAX_WAITING) return before ?? NOT_OPENED;
    waiting += 1;
    const result = await run(file).finally(() => void (waiting -= 1));
    if (result) known.set(sha256, result);
    const [oldest] = known.keys();
    if (oldest !== undefined && known.size > MAX_REMEMBERED) known.delete(oldest);
    return result ?? NOT_OPENED;
  };
}
