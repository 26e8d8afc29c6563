import type { PrintFile } from "../../prisma/client/client.ts";
import { z } from "zod";
import type { ArtworkFile } from "../ports/artwork.ts";

/** A print file that was read to its end, with its media type. */
export interface CheckedFile extends ArtworkFile {
  type: string;
}

const image = z.object({
  width: z.number(),
  height: z.number(),
  colorSpace: z.string(),
  profile: z.string().nullable(),
  depth: z.string(),
  hasAlpha: z.boolean(),
  pages: z.number(),
  pixels: z.string().nullable(),
  drawing: z.object({ isOpaque: z.boolean(), width: z.number(), height: z.number(), opacity: z.number() }).nullable(),
});
const document = z.object({
  kind: z.enum(["pdf", "svg"]),
  isEncrypted: z.boolean(),
  pages: z.number().nullable(),
  hasOutsideFiles: z.boolean(),
});
const checkedFile = z.object({
  type: z.string(),
  bytes: z.number(),
  sha256: z.string(),
  etag: z.string().nullable(),
  image: image.nullable(),
  document: document.nullable(),
}) satisfies z.ZodType<CheckedFile>;

/** The file as it was read last; null: never to its end, or another version wrote it. */
export function storedFile({ file }: Pick<PrintFile, "file">): CheckedFile | null {
  const read = checkedFile.safeParse(file);
  return read.success ? read.data : null;
}
