import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { UnreadableCsvError } from "./decode-text.ts";

/** Parsed without a pause: of empty lines, each of which the parser answers with an error of its own, for a tenth of a second. */
const CHUNK_BYTES = 4 * 1024;

/** The content of a gzip file, as fast as the reader takes it. @throws UnreadableCsvError */
export async function* gunzip(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  const content = Readable.from([bytes]).pipe(createGunzip({ chunkSize: CHUNK_BYTES }));
  try {
    for await (const chunk of content as AsyncIterable<Uint8Array>) yield chunk;
  } catch (error) {
    // Of the reader's own failures none comes here: a generator sees only what it reads.
    throw new UnreadableCsvError("not_text", null, { cause: error });
  }
}
