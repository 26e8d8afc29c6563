import type { ArtworkDocument, ArtworkImage } from "../ports/artwork.ts";
import type { Log } from "../ports/observe.ts";
import { createImageProcess } from "./image-process.server.ts";

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
