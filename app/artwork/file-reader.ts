import { createHash } from "node:crypto";
import { HEAD_BYTES, imageType } from "./image-type.ts";

/** Bytes of files that all checks of this process together may hold. */
export interface KeptBytes {
  /** false: no room, and nothing was taken. */
  take(bytes: number): boolean;
  give(bytes: number): void;
}

export function createKeptBytes(maxBytes: number): KeptBytes {
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
export function createFileReader(kept: KeptBytes) {
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
