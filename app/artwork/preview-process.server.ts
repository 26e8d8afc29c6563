import type { Log } from "../ports/log.ts";
import { createImageProcess, IMAGE_PROCESS_LIMITS, type RunImageProcess } from "./image-process.server.ts";

export interface PreviewProcess {
  /** A preview of a file in chunks; null when none can be drawn within the bounds. Never throws. */
  draw: RunImageProcess<Uint8Array>;
}

/** The process that draws previews: server/draw-previews.ts. */
export function createPreviewProcess(log: Pick<Log, "warn">, limits = IMAGE_PROCESS_LIMITS): PreviewProcess {
  return { draw: createImageProcess("draw-previews", log, limits) };
}
