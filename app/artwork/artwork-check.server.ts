import type { ArtworkCheckResult, ArtworkCheck } from "../ports/artwork.ts";
import { fetchArtwork, artworkFailure, publicDispatcher, type FetchOptions } from "./artwork-fetch.server.ts";
import { HEAD_BYTES, imageType } from "./image-type.ts";

/** Requests artwork links and reads their first bytes only. Never throws. */
export function createArtworkCheck(options: FetchOptions): ArtworkCheck {
  const dispatcher = options.dispatcher ?? publicDispatcher(options.timeoutMs);
  return {
    check: (link) =>
      fetchArtwork(link, { ...options, dispatcher }, async (body): Promise<ArtworkCheckResult> => {
        const type = imageType(await readHead(body));
        return type ? { ok: true, type } : artworkFailure("not_image");
      }),
  };
}

async function readHead(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop early destroys the body, and with it the connection.
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size >= HEAD_BYTES) break;
  }
  return Buffer.concat(chunks);
}
