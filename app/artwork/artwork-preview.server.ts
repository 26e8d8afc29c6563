import { createHash } from "node:crypto";
import {
  PHOTO_TYPES,
  type ArtworkPreview,
  type ArtworkPreviews,
  type DrawingProblem,
  type DrawnArtwork,
  type RedrawPhoto,
  type TextOnArtwork,
} from "../ports/artwork.ts";
import { MINUTE_MS, type Clock } from "../ports/clock.ts";
import { fetchArtwork, artworkFailure, publicDispatcher, type FetchOptions } from "./artwork-fetch.server.ts";
import { HEAD_BYTES, imageType, OPENED_TYPES } from "./image-type.ts";
import type { DrawnPicture, DrawTexts, PreviewProcess, TextDrawing } from "./image-process.server.ts";
import { layOutText } from "./text-layout.ts";

const QUEUE_LIMITS = { concurrency: 3, maxQueued: 60, maxQueuedPerShop: 20 };

/** Many orders of a shop print the same artwork: its picture is drawn once for so long, as long as a browser keeps it. */
const KEPT_MS = 10 * MINUTE_MS;
/** Of all shops together, at 10 to 60 kB each. */
const MAX_KEPT = 100;

/** Fetches artwork and draws previews: a few at a time, shop by shop, each bounded in bytes and time. Never throws. */
export function createArtworkPreviews(options: FetchOptions, { draw }: PreviewProcess, clock: Clock): ArtworkPreviews {
  const dispatcher = options.dispatcher ?? publicDispatcher(options.timeoutMs);
  const read = ({ body }: { body: AsyncIterable<Uint8Array> }) => readAll(body, options.maxBytes);
  const enqueue = createPreviewQueue(QUEUE_LIMITS);
  const kept = keepPreviews(clock);
  return {
    async preview(link, shop, version = "") {
      const key = `${shop} ${version} ${link}`;
      const known = kept.get(key);
      if (known) return known;
      const result = await enqueue(shop, async (): Promise<ArtworkPreview> => {
        const file = await fetchArtwork(link, { ...options, dispatcher, operation: "preview", read });
        if (!Array.isArray(file)) return file ?? artworkFailure("too_large");
        const type = imageType(headBytes(file));
        if (!type) return artworkFailure("not_image");
        const bytes = OPENED_TYPES.includes(type) ? await draw(file) : null;
        return bytes ? { ok: true, type: "image/webp", bytes } : { ok: false, reason: "no_preview", temporary: false };
      });
      if (result?.ok) kept.set(key, result);
      return result ?? artworkFailure("timeout", true);
    },
  };
}

/** Draws texts on artwork: as many at a time, and as bounded, as previews. Never throws. */
export function createDrawnArtwork(options: FetchOptions, drawTexts: DrawTexts): DrawnArtwork {
  const dispatcher = options.dispatcher ?? publicDispatcher(options.timeoutMs);
  const read = ({ body }: { body: AsyncIterable<Uint8Array> }) => readAll(body, options.maxBytes);
  const enqueue = createPreviewQueue(QUEUE_LIMITS);

  type Drawn = Extract<DrawnPicture, { outcome: "drawn" }> & { ok: true; artwork: readonly Uint8Array[] };
  type NotDrawn = { ok: false; reason: DrawingProblem; temporary: boolean };

  /** `svg`: of a layout that was made for the placement. */
  async function drawOn(
    shop: string,
    { link, placement }: TextOnArtwork,
    { purpose, svg }: Pick<TextDrawing, "purpose" | "svg">,
  ): Promise<Drawn | NotDrawn> {
    const result = await enqueue(shop, async (): Promise<Drawn | NotDrawn> => {
      const file = await fetchArtwork(link, { ...options, dispatcher, operation: "draw", read });
      if (!Array.isArray(file)) return file ?? artworkFailure("too_large");
      const type = imageType(headBytes(file));
      if (!type) return artworkFailure("not_image");
      if (!DRAWN_ON.includes(type)) return { ok: false, reason: "no_preview", temporary: false };
      const drawn = await drawTexts(file, { purpose, svg, view: placement.artwork });
      if (!drawn) return artworkFailure("timeout", true);
      if (drawn.outcome === "drawn") return { ok: true, artwork: file, ...drawn };
      return { ok: false, reason: REASONS[drawn.outcome], temporary: false };
    });
    return result ?? artworkFailure("timeout", true);
  }

  return {
    async previewText(shop, drawing) {
      const laidOut = layOutText(drawing.placement, drawing.text);
      if (!laidOut.ok) return NOT_DRAWN;
      const drawn = await drawOn(shop, drawing, { purpose: "preview", svg: laidOut.svg });
      return drawn.ok ? { ok: true, type: "image/webp", bytes: drawn.bytes } : drawn;
    },
    async drawPrintFile(shop, drawing) {
      const laidOut = layOutText(drawing.placement, drawing.text);
      if (!laidOut.ok) return NOT_DRAWN;
      const drawn = await drawOn(shop, drawing, { purpose: "print", svg: laidOut.svg });
      if (!drawn.ok) return drawn;
      const { bytes, width, height } = drawn;
      return { ok: true, bytes, width, height, sha256: sha256([bytes]), artworkSha256: sha256(drawn.artwork) };
    },
  };
}

const NOT_DRAWN = { ok: false, reason: "text_not_drawn", temporary: false } as const;

/** What a text can be drawn on: the file that is made is a PNG. */
const DRAWN_ON = ["image/png", "image/jpeg", "image/webp"];

const REASONS = { shape: "other_shape", too_large: "too_large", unreadable: "damaged_image" } as const;

function sha256(parts: readonly Uint8Array[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("hex");
}

/** The last pictures, by shop, version and link. Nothing that failed is kept. */
function keepPreviews(clock: Clock) {
  const kept = new Map<string, { preview: ArtworkPreview; until: number }>();
  return {
    get(key: string): ArtworkPreview | null {
      const one = kept.get(key);
      return one && clock.now().getTime() < one.until ? one.preview : null;
    },
    set(key: string, preview: ArtworkPreview): void {
      kept.delete(key);
      kept.set(key, { preview, until: clock.now().getTime() + KEPT_MS });
      const [oldest] = kept.keys();
      if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
    },
  };
}

/** Draws photos anew: shop by shop, one at a time. Never throws. */
export function createPhotoRedraw({ draw }: PreviewProcess): RedrawPhoto {
  const enqueue = createPreviewQueue(QUEUE_LIMITS);
  return async (shop, file) => {
    if (!PHOTO_TYPES.includes(imageType(file) ?? "")) return { ok: false, problem: "type" };
    const drawn = await enqueue(shop, async () => ({ bytes: await draw([file]) }));
    if (!drawn) return { ok: false, problem: "busy" };
    return drawn.bytes ? { ok: true, bytes: drawn.bytes } : { ok: false, problem: "unreadable" };
  };
}

/** The file in parts, as they came; null when it is too large. */
async function readAll(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array[] | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.byteLength;
    if (size > maxBytes) return null;
    parts.push(part);
  }
  return parts;
}

function headBytes(parts: readonly Uint8Array[]): Uint8Array {
  let size = 0;
  const until = parts.findIndex((part) => (size += part.byteLength) >= HEAD_BYTES);
  return Buffer.concat(until < 0 ? parts : parts.slice(0, until + 1));
}

/**
 * Runs the work of many shops, shop by shop in turn: one shop's many or slow tasks do not delay the others'. Of one shop
 * runs one task at a time. null, and nothing is run, when too many are queued already.
 */
export function createPreviewQueue({
  concurrency,
  maxQueued,
  maxQueuedPerShop,
}: Record<"concurrency" | "maxQueued" | "maxQueuedPerShop", number>) {
  /** In the order of the shops' turns. */
  const queues = new Map<string, (() => void)[]>();
  const running = new Set<string>();
  let queued = 0;

  function startNext(): void {
    for (const [shop, queue] of queues) {
      if (running.size >= concurrency) return;
      if (running.has(shop)) continue;
      const start = queue.shift();
      if (queue.length === 0) queues.delete(shop);
      queued -= 1;
      running.add(shop);
      start?.();
    }
  }

  return async <T>(shop: string, work: () => Promise<T>): Promise<T | null> => {
    const queue = queues.get(shop) ?? [];
    if (queued >= maxQueued || queue.length >= maxQueuedPerShop) return null;
    queued += 1;
    queues.set(shop, queue);
    await new Promise<void>((start) => {
      queue.push(start);
      startNext();
    });
    try {
      return await work();
    } finally {
      running.delete(shop);
      const remaining = queues.get(shop);
      // Other shops come before this shop's next task.
      if (remaining && queues.delete(shop)) queues.set(shop, remaining);
      startNext();
    }
  };
}
