/**
 * Measures print files in a process of its own, as previews are drawn in one, and decodes them once to find the damaged
 * ones. Of PDF and SVG only the bytes are read. The answer has an ArtworkImage of app/ports/artwork.ts where the file could be
 * opened, and an ArtworkDocument of a PDF or SVG.
 */
import { createHash } from "node:crypto";
import { parse } from "icc";
import sharp, { type Metadata } from "sharp";
import type { ArtworkDrawing } from "../app/ports/artwork.ts";
import { measureDrawing } from "./measure-drawing.ts";
import { readDocument } from "./read-document.ts";
import { decodedBytes, MAX_DECODED_BYTES, MAX_PIXELS, runPictureProgram } from "./picture-program.ts";

runPictureProgram(inspect);

async function inspect(file: Buffer) {
  const document = readDocument(file);
  if (document) return document === "damaged" ? { outcome: "damaged" } : { outcome: "read", document };
  try {
    // The header only; what may be decoded is decided below.
    const metadata = await sharp(file, { limitInputPixels: false }).metadata();
    const { space: colorSpace, depth, hasAlpha } = metadata;
    // As it is seen: the header of a photo may turn it.
    const { width, height } = metadata.autoOrient;
    const pages = animatedPngFrames(file) ?? metadata.pages ?? 1;
    const decoded = await decodeWithin(file, metadata, pages);
    if (decoded && !decoded.drawing) return { outcome: "blank" };
    const profile = otherProfile(metadata);
    const { pixels, drawing } = decoded ?? { pixels: null, drawing: null };
    return {
      outcome: "opened",
      image: { width, height, colorSpace, profile, depth, hasAlpha, pages, pixels, drawing },
    };
  } catch {
    return { outcome: "damaged" };
  }
}

/** For a picture that is held decoded: RGBA of 5,000 x 6,000 pixels and a file of 30 MB, which is held up to three times. */
const MAX_HELD_BYTES = 220 * 1024 * 1024;
const COPIES_OF_FILE = 3;

interface DecodedPicture {
  /** SHA-256. */
  pixels: string;
  /** null: nothing is drawn. */
  drawing: ArtworkDrawing | null;
}

/** @returns null for pixels that cannot be held, or are of several frames. @throws where data is missing or wrong */
async function decodeWithin(file: Buffer, metadata: Metadata, pages: number): Promise<DecodedPicture | null> {
  const pixels = metadata.width * metadata.height;
  const decoded = decodedBytes(metadata);
  if (pixels > MAX_PIXELS || decoded > MAX_DECODED_BYTES) return null;
  const held = pixels * 4 + decoded + file.byteLength * COPIES_OF_FILE;
  if (pages === 1 && held <= MAX_HELD_BYTES) return readPixels(file);
  await decode(file);
  return null;
}

/**
 * Of the picture as it is seen: 8 bits, sRGB, upright. The color of a pixel that is fully transparent does not count, for
 * encoders drop it.
 */
async function readPixels(file: Buffer): Promise<DecodedPicture> {
  const { data, info } = await sharp(file, { limitInputPixels: MAX_PIXELS, pages: 1, failOn: "error" })
    .autoOrient()
    .toColorspace("srgb")
    .ensureAlpha()
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  const words = new Uint32Array(data.buffer, data.byteOffset, data.byteLength >> 2);
  // Alpha is the last of the four bytes.
  for (let at = 0; at < words.length; at += 1) if (data[at * 4 + 3] === 0) words[at] = 0;
  const pixels = createHash("sha256").update(`${info.width}x${info.height}\n`).update(data).digest("hex");
  return { pixels, drawing: measureDrawing(data, info.width) };
}

/** Reads every line of the first picture. @throws where data is missing or wrong; odd metadata is no error. */
async function decode(file: Buffer): Promise<void> {
  await sharp(file, { limitInputPixels: MAX_PIXELS, pages: 1, failOn: "error" })
    .resize(16, 16, { fit: "fill" })
    .raw()
    .toBuffer();
}

const MAX_PROFILE_NAME = 60;

/** The name of a color profile of RGB other than sRGB; null: none. */
function otherProfile({ icc }: Metadata): string | null {
  try {
    const { colorSpace, description } = icc ? parse(icc) : {};
    if (colorSpace !== "RGB" || !description || SRGB.test(description)) return null;
    return description.replace(/\p{C}/gu, "").slice(0, MAX_PROFILE_NAME);
  } catch {
    // A profile that cannot be read is not used either.
    return null;
  }
}

/** c2: the smallest profile of sRGB, by Facebook, which image servers embed. */
const SRGB = /sRGB|^c2/i;

/** Frames of an animated PNG, which libvips reads as a picture (PNG, third edition: acTL stands before the pixels). */
function animatedPngFrames(file: Buffer): number | null {
  if (file.toString("latin1", 1, 4) !== "PNG") return null;
  for (let at = 8; at + 12 <= file.byteLength; at += 12 + file.readUInt32BE(at)) {
    const chunk = file.toString("latin1", at + 4, at + 8);
    if (chunk === "acTL") return file.readUInt32BE(at + 8);
    if (chunk === "IDAT") break;
  }
  return null;
}
