import {
  UPLOAD_MAX_BYTES,
  UPLOAD_MAX_PIXELS,
  UPLOAD_TYPES,
  type NewFile,
  type UploadType,
} from "../../../ports/shop-catalog.ts";

/** Why a file is not uploaded. */
export type FileProblem = "type" | "empty" | "bytes" | "pixels";

const ENDINGS = Object.entries(UPLOAD_TYPES) as [UploadType, readonly string[]][];

/** What an input of files accepts. */
export const ACCEPTED = [...Object.keys(UPLOAD_TYPES), ...Object.values(UPLOAD_TYPES).flat()].join(",");

/** The type by the file's ending: browsers know none of some systems' files. null: a type that cannot be printed. */
export function uploadType(name: string): UploadType | null {
  const found = ENDINGS.find(([, endings]) => endings.some((ending) => name.toLowerCase().endsWith(ending)));
  return found?.[0] ?? null;
}

/** What Shopify would refuse, before anything is sent. */
export async function checkFile(
  file: File,
): Promise<{ ok: true; file: NewFile } | { ok: false; problem: FileProblem }> {
  const type = uploadType(file.name);
  if (!type) return { ok: false, problem: "type" };
  if (file.size === 0) return { ok: false, problem: "empty" };
  if (file.size > UPLOAD_MAX_BYTES) return { ok: false, problem: "bytes" };
  if (type !== "application/pdf" && (await pixelsOf(file)) > UPLOAD_MAX_PIXELS) return { ok: false, problem: "pixels" };
  return { ok: true, file: { name: file.name, type } };
}

/** 0: the browser cannot open the picture, and Shopify decides. */
async function pixelsOf(file: File): Promise<number> {
  const url = URL.createObjectURL(file);
  const image = new Image();
  try {
    image.src = url;
    await image.decode();
    return image.naturalWidth * image.naturalHeight;
  } catch {
    return 0;
  } finally {
    URL.revokeObjectURL(url);
  }
}
