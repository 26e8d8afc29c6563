import sharp from "sharp";
import type { ArtworkPreview, ArtworkPreviews } from "../ports/artwork.ts";
import { fetchArtwork, no, publicDispatcher, type FetchOptions } from "./artwork-fetch.server.ts";
import { imageType } from "./image-type.ts";

/** Longer side of a preview, in pixels: twice what the pages show, for dense screens. */
const SIDE = 240;
/** A print file of a large poster; more would be an attack on our memory. */
const MAX_PIXELS = 200_000_000;
/** Whoever waits longer in the queue is told to come again. */
const AT_ONCE = 3;
const QUEUE = 30;
/** What can be drawn without running anything that a file brings along: no SVG, no PDF. */
const DRAWN = ["image/png", "image/jpeg", "image/webp", "image/gif"];

// Previews are small and rare: memory counts more than speed.
sharp.cache(false);
sharp.concurrency(1);

/** Fetches artwork and makes it small. A few at a time, each bounded in bytes, pixels and time. Never throws. */
export function createArtworkPreviews(options: FetchOptions): ArtworkPreviews {
  const dispatcher = options.dispatcher ?? publicDispatcher(options.timeoutMs);
  const inTurn = turns(AT_ONCE, QUEUE);
  return {
    async preview(link) {
      const work = () => fetchArtwork(link, { ...options, dispatcher }, (body) => draw(body, options.maxBytes));
      return (await inTurn(work)) ?? no("timeout", true);
    },
  };
}

async function draw(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<ArtworkPreview> {
  const file = await readWhole(body, maxBytes);
  if (!file) return no("too_large");
  const type = imageType(file);
  if (!type) return no("not_image");
  if (!DRAWN.includes(type)) return noPreview;
  try {
    const small = sharp(file, { limitInputPixels: MAX_PIXELS, pages: 1, autoOrient: true });
    const bytes = await small.resize(SIDE, SIDE, { fit: "inside", withoutEnlargement: true }).webp().toBuffer();
    return { ok: true, type: "image/webp", bytes: new Uint8Array(bytes) };
  } catch {
    return noPreview;
  }
}

const noPreview: ArtworkPreview = { ok: false, reason: "no_preview", temporary: false };

async function readWhole(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Runs at most `most` at a time; null when too many wait already. */
function turns(most: number, queue: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T | null> => {
    if (running >= most) {
      if (waiting.length >= queue) return null;
      await new Promise<void>((go) => waiting.push(go));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
