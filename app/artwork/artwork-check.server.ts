import type { Dispatcher } from "undici";
import { createHash } from "node:crypto";
import type { ArtworkCheckResult, ArtworkCheck, ArtworkRecheck } from "../ports/artwork.ts";
import { fetchArtwork, artworkFailure, publicDispatcher, type FetchOptions } from "./artwork-fetch.server.ts";
import type { InspectArtwork } from "./image-process.server.ts";
import { HEAD_BYTES, notImageReason, imageType } from "./image-type.ts";

/** Of files that are held in memory to be opened, of all checks together. */
const MAX_KEPT_BYTES = 128 * 1024 * 1024;

/** Downloads print files from their links, hashes and opens them. Never throws. */
export function createArtworkCheck(options: FetchOptions, inspect: InspectArtwork): ArtworkCheck & ArtworkRecheck {
  const reading = { ...options, dispatcher: options.dispatcher ?? publicDispatcher(options.timeoutMs) };
  const kept = createKeptBytes(MAX_KEPT_BYTES);
  const read = ({ body, headers }: Dispatcher.ResponseData) =>
    checkBody(body, { kept, inspect, maxBytes: options.maxBytes, etag: strongEtag(headers["etag"]) });
  return {
    check: (link) => fetchArtwork(link, { ...reading, operation: "check", read }),
    async recheck(link, etag) {
      const readChanged = async (response: Dispatcher.ResponseData) => {
        if (response.statusCode !== 304) return read(response);
        response.body.destroy();
        return UNCHANGED;
      };
      const answer = await fetchArtwork(link, { ...reading, operation: "recheck", etag, read: readChanged });
      return answer.ok === "unchanged" ? { outcome: "unchanged" } : { outcome: "checked", result: answer };
    },
  };
}

const UNCHANGED = { ok: "unchanged" } as const;

/** A weak one (`W/`) says that two files mean the same, not that they are the same (RFC 9110, 8.8.1). */
const strongEtag = (etag: string | string[] | undefined): string | null =>
  typeof etag === "string" && /^"[\x21\x23-\x7e\x80-\xff]*"$/.test(etag) && etag.length <= MAX_ETAG ? etag : null;

const MAX_ETAG = 200;

interface BodyOptions {
  kept: KeptBytes;
  inspect: InspectArtwork;
  maxBytes: number;
  etag: string | null;
}

async function checkBody(
  body: AsyncIterable<Uint8Array>,
  { kept, inspect, maxBytes, etag }: BodyOptions,
): Promise<ArtworkCheckResult> {
  const file = createFileReader(kept);
  try {
    const end = await readBody(body, file, maxBytes);
    const type = file.type();
    if (!type) return artworkFailure(notImageReason(file.head()));
    if (end === "too_large") return artworkFailure("too_large");
    if (end === "late") return { ok: true, type, file: null };
    const facts = { bytes: file.bytes(), sha256: file.sha256(), etag };
    const parts = file.parts();
    const inspection = parts && (await inspect(facts.sha256, parts));
    if (inspection?.outcome === "damaged") return artworkFailure("damaged_image");
    if (inspection?.outcome === "blank") return artworkFailure("blank_image");
    const image = inspection?.outcome === "opened" ? inspection.image : null;
    const document = inspection?.outcome === "read" ? inspection.document : null;
    return { ok: true, type, file: { ...facts, image, document } };
  } finally {
    file.drop();
  }
}

/**
 * late: the start of an image came and the end did not. The image is there all the same: no order is held for a slow
 * server. @throws where not even the start came
 */
async function readBody(
  body: AsyncIterable<Uint8Array>,
  file: ReturnType<typeof createFileReader>,
  maxBytes: number,
): Promise<"complete" | "late" | "too_large"> {
  try {
    for await (const chunk of body) {
      file.add(chunk);
      // Leaving the loop early destroys the body, and with it the connection.
      if (file.bytes() > maxBytes) return "too_large";
      if (file.bytes() >= HEAD_BYTES && !file.type()) break;
    }
    return "complete";
  } catch (error) {
    if (file.type()) return "late";
    throw error;
  }
}

/** Bytes of files that all checks of this process together may hold. */
interface KeptBytes {
  /** false: no room, and nothing was taken. */
  take(bytes: number): boolean;
  give(bytes: number): void;
}

function createKeptBytes(maxBytes: number): KeptBytes {
  let held = 0;
  return {
    take(bytes) {
      if (held + bytes > maxBytes) return false;
      held += bytes;
      return true;
    },
    give: (bytes) => void (held -= bytes),
  };
}

/**
 * Hashes a file while it comes, and keeps it as far as there is room: a file that is not kept is not opened, so that many
 * large files at once take no memory.
 */
function createFileReader(kept: KeptBytes) {
  const hash = createHash("sha256");
  let parts: Uint8Array[] | null = [];
  let head: Uint8Array = new Uint8Array();
  let bytes = 0;
  let held = 0;

  function drop(): void {
    kept.give(held);
    held = 0;
    parts = null;
  }

  return {
    add(chunk: Uint8Array): void {
      hash.update(chunk);
      bytes += chunk.byteLength;
      if (head.byteLength < HEAD_BYTES) head = Buffer.concat([head, chunk]);
      if (!parts) return;
      if (!kept.take(chunk.byteLength)) return drop();
      held += chunk.byteLength;
      parts.push(chunk);
    },
    bytes: () => bytes,
    head: () => head,
    type: () => imageType(head),
    /** Once, at the end of the file; in hexadecimal. */
    sha256: () => hash.digest("hex"),
    /** null: there was no room for the whole file. */
    parts: (): readonly Uint8Array[] | null => parts,
    drop,
  };
}
