import { createHash } from "node:crypto";
import { resolveToLocalhost } from "./resolve-to-localhost.testing.ts";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync, deflateSync } from "node:zlib";
import sharp from "sharp";
import { Agent } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ArtworkCheck } from "../ports/artwork.ts";
import { createArtworkCheck } from "./artwork-check.server.ts";
import { createArtworkInspection } from "./image-process.server.ts";
import { artworkWarnings } from "./artwork-warnings.ts";

/** 14,100 x 14,100 pixels, interlaced: measured by the header, and not decoded. */
const BOMB = new URL("./bombs/interlaced-16-bit.png.br", import.meta.url);
const latin = (text: string) => Buffer.from(text, "latin1");
const noise = (channels: 3 | 4, side: number) =>
  sharp({
    create: {
      width: side,
      height: side,
      channels,
      background: "#c85a14",
      noise: { type: "gaussian", mean: 99, sigma: 9 },
    },
  });
/** Of one color: quick to compress. */
const plain = (channels: 3 | 4, side = 1200, background = { r: 200, g: 90, b: 20, alpha: 0.5 }) =>
  sharp({ create: { width: side, height: side, channels, background } });
const transparent = (side?: number) => plain(4, side);
/** Two frames. */
const animated = async (side = 1200) => {
  const colors = [undefined, { r: 20, g: 90, b: 200, alpha: 1 }];
  const frames = await Promise.all(colors.map((color) => plain(4, side, color).png().toBuffer()));
  return sharp(frames, { join: { animated: true } })
    .gif({ effort: 1 })
    .toBuffer();
};
/** A drawing on a transparent canvas of 1,200 x 1,200 pixels. */
const canvasWith = (size: { width: number; height: number }, color = { r: 200, g: 90, b: 20, alpha: 1 }) =>
  plain(4, 1200, { r: 0, g: 0, b: 0, alpha: 0 }).composite([
    { input: { create: { ...size, channels: 4, background: color } }, left: 10, top: 20 },
  ]);
/** As APNG programs write it: a chunk that tells three frames, before the pixels of the first. */
const animatedPng = (png: Buffer) => {
  const afterHeader = 33;
  const chunk = Buffer.from([0, 0, 0, 8, ...latin("acTL"), 0, 0, 0, 3, 0, 0, 0, 0, 0xb3, 0x75, 0x0b, 0xc8]);
  return Buffer.concat([png.subarray(0, afterHeader), chunk, png.subarray(afterHeader)]);
};
const svg = (content: string) =>
  latin(`<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">${content}</svg>\n`);
const pageTree = (pages: number) => `<< /Kids [${"3 0 R ".repeat(pages)}] /Count ${pages} /Type /Pages >>`;
const compressed = (objects: string) => {
  const stream = deflateSync(latin(`2 0 ${objects}`)).toString("latin1");
  return `<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${stream.length} >>\nstream\n${stream}\nendstream`;
};
const pdf = ({ tree, trailer = "" }: { tree: string; trailer?: string }) =>
  latin(
    `%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n${tree}\nendobj\n` +
      `xref\n0 3\ntrailer\n<< /Size 3 /Root 1 0 R ${trailer} >>\nstartxref\n120\n%%EOF\n`,
  );
const cut = (file: Buffer) => file.subarray(0, Math.floor(file.byteLength / 2));
/** The middle of a compressed file, overwritten. */
const scratched = (file: Buffer) => Buffer.from(file).fill(0xee, file.byteLength >> 2, file.byteLength >> 1);
const html = latin(
  "<!DOCTYPE html>\n<html><head><title>Sign in</title></head><body>Sign in to see the file</body></html>",
);

/** How the file is made, and what it is called: a reason for failing, or the codes of its warnings. */
const PRINT_FILES: Record<string, { file: () => Buffer | Promise<Buffer>; named: string | string[] }> = {
  "a good PNG": { file: () => transparent().png().toBuffer(), named: [] },
  "a login page": { file: () => html, named: "web_page" },
  "a page after a comment": { file: () => Buffer.concat([latin("\xef\xbb\xbf<!-- x -->\n"), html]), named: "web_page" },
  "an empty file": { file: () => Buffer.alloc(0), named: "empty_file" },
  "a Photoshop file": { file: () => latin("8BPS\0\x01\0\0\0\0\0\0\0\x03"), named: "photoshop_file" },
  "an HEIC photo": { file: () => latin("\0\0\0\x18ftypheic\0\0\0\0mif1heic"), named: "heic_file" },
  "a TIFF": { file: () => plain(3).tiff().toBuffer(), named: "tiff_file" },
  "a ZIP archive": { file: () => latin("PK\x03\x04\x14\0\0\0\x08\0"), named: "not_image" },
  "a video": { file: () => latin("\0\0\0\x18ftypmp42\0\0\0\0"), named: "not_image" },
  "a text": { file: () => latin("front artwork follows"), named: "not_image" },
  "JSON of an error": { file: () => latin('{"error":"AccessDenied"}'), named: "not_image" },
  "an error of a file store": {
    file: () => latin('<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>'),
    named: "not_image",
  },
  "an EPS": { file: () => latin("%!PS-Adobe-3.0 EPSF-3.0\n"), named: "postscript_file" },
  "an EPS with a preview": { file: () => latin("\xc5\xd0\xd3\xc6\x1e\0\0\0"), named: "postscript_file" },
  "an AVIF": { file: () => latin("\0\0\0\x1cftypavif\0\0\0\0avifmif1"), named: "avif_file" },
  "an AVIF under a general brand": {
    file: () => latin("\0\0\0\x1cftypmif1\0\0\0\0mif1avif"),
    named: "avif_file",
  },
  "a JPEG XL": { file: () => latin("\0\0\0\x0cJXL \r\n\x87\n\0\0\0\x14ftypjxl "), named: "jpeg_xl_file" },
  "a JPEG XL without a container": { file: () => latin("\xff\x0a\xfa\x7f"), named: "jpeg_xl_file" },
  "a BMP": { file: () => latin("BM\x36\x10\0\0\0\0\0\0\x36\0\0\0"), named: "bmp_file" },
  "a GIMP file": { file: () => latin("gimp xcf v011\0"), named: "gimp_file" },
  "a Krita file": {
    file: () => latin(`PK\x03\x04${"\0".repeat(26)}mimetypeapplication/x-kritaPK`),
    named: "krita_file",
  },
  "a GIF cut off": { file: async () => cut(await noise(4, 300).gif().toBuffer()), named: "damaged_image" },
  "a PNG cut off": { file: async () => cut(await noise(4, 300).png().toBuffer()), named: "damaged_image" },
  "a JPEG cut off": { file: async () => cut(await noise(3, 300).jpeg().toBuffer()), named: "damaged_image" },
  "a WebP cut off": { file: async () => cut(await noise(4, 300).webp().toBuffer()), named: "damaged_image" },
  "a scratched PNG": { file: async () => scratched(await noise(4, 300).png().toBuffer()), named: "damaged_image" },
  "a PNG that is only its start": { file: () => latin("\x89PNG\r\n\x1a\n\0\0\0\rIHDR"), named: "damaged_image" },
  "a file over the limit": {
    file: () => Buffer.concat([latin("%PDF-1.7\n"), Buffer.alloc(9_000_000)]),
    named: "too_large",
  },
  "an empty canvas": {
    file: () => plain(4, 1200, { r: 0, g: 0, b: 0, alpha: 0 }).png().toBuffer(),
    named: "blank_image",
  },
  "a white sheet": {
    file: () => plain(3, 1200, { r: 255, g: 255, b: 255, alpha: 1 }).jpeg().toBuffer(),
    named: "blank_image",
  },
  "a white sheet with alpha": {
    file: () => plain(4, 1200, { r: 255, g: 255, b: 255, alpha: 1 }).png().toBuffer(),
    named: "blank_image",
  },
  "a white drawing for dark goods": {
    file: () => canvasWith({ width: 900, height: 90 }, { r: 255, g: 255, b: 255, alpha: 1 }).png().toBuffer(),
    named: [],
  },
  "an opaque PNG with alpha": {
    file: () => plain(4, 1200, { r: 200, g: 90, b: 20, alpha: 1 }).png().toBuffer(),
    named: ["no_transparency"],
  },
  "a small drawing in a large canvas": {
    file: () => canvasWith({ width: 500, height: 90 }).png().toBuffer(),
    named: ["small_drawing"],
  },
  "a drawing of a tenth of opacity": {
    file: () => canvasWith({ width: 900, height: 900 }, { r: 200, g: 90, b: 20, alpha: 0.1 }).png().toBuffer(),
    named: ["faint"],
  },
  "a PNG in Display P3": { file: () => transparent().withIccProfile("p3").png().toBuffer(), named: ["color_profile"] },
  "a PNG with a profile of sRGB": { file: () => transparent().withIccProfile("srgb").png().toBuffer(), named: [] },
  "an animated PNG": {
    file: async () => animatedPng(await transparent().png().toBuffer()),
    named: ["animated"],
  },
  "a small PNG": { file: () => transparent(300).png().toBuffer(), named: ["low_resolution"] },
  "a CMYK JPEG": { file: () => plain(3).toColorspace("cmyk").jpeg().toBuffer(), named: ["cmyk", "no_transparency"] },
  "a PNG of 16 bits": { file: () => transparent().toColorspace("rgb16").png().toBuffer(), named: ["sixteen_bit"] },
  "a JPEG": { file: () => plain(3).jpeg().toBuffer(), named: ["no_transparency"] },
  "an animated GIF": { file: () => animated(), named: ["animated"] },
  "a pixel bomb": { file: () => brotliDecompressSync(readFileSync(BOMB)), named: ["sixteen_bit"] },
  "an SVG": { file: () => latin("<svg xmlns='http://www.w3.org/2000/svg'/>"), named: ["not_opened"] },
  "an SVG with parts of its own": {
    file: () => svg(`<image href="data:image/png;base64,iVBORw0K"/><use href="#a"/><path fill="url(#b)"/>`),
    named: ["not_opened"],
  },
  "an SVG with a file of somebody's disk": {
    file: () => svg(`<image width="9" xlink:href="file:///C:/Users/ana/fox.png"/>`),
    named: ["not_opened", "outside_files"],
  },
  "an SVG with a font of a website": {
    file: () => svg(`<style>@font-face { src: url("https://fonts.example/a.woff2") }</style>`),
    named: ["not_opened", "outside_files"],
  },
  "an SVG cut off": { file: () => cut(svg(`<path d="M0 0h9"/>`.repeat(9))), named: "damaged_image" },
  "a PDF": { file: () => pdf({ tree: pageTree(1) }), named: ["not_opened"] },
  "a PDF of three pages": { file: () => pdf({ tree: pageTree(3) }), named: ["not_opened", "several_pages"] },
  "a PDF of three pages in compressed objects": {
    file: () => pdf({ tree: compressed(pageTree(3)) }),
    named: ["not_opened", "several_pages"],
  },
  "a PDF with a password": {
    file: () => pdf({ tree: pageTree(1), trailer: "/Encrypt 9 0 R" }),
    named: ["not_opened", "encrypted_pdf"],
  },
  "a PDF cut off": { file: () => cut(pdf({ tree: pageTree(1) })), named: "damaged_image" },
};

const UNKNOWN_SIZES = { front: null, back: null, unit: "in", wantedDpi: 150 } as const;

let server: Server;
let dispatcher: Agent;
let check: ArtworkCheck["check"];
const linkTo = (name: string) =>
  `http://art.example:${(server.address() as AddressInfo).port}/${encodeURIComponent(name)}`;

beforeAll(async () => {
  server = createServer((request, response) => {
    const name = decodeURIComponent(request.url?.slice(1) ?? "");
    if (name === "private") return void response.writeHead(302, { location: "/a%20login%20page" }).end();
    void Promise.resolve(PRINT_FILES[name]?.file()).then((file) => response.end(file));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  dispatcher = new Agent({ connect: { lookup: resolveToLocalhost } });
  const inspect = createArtworkInspection({ warn: () => {} });
  ({ check } = createArtworkCheck({ timeoutMs: 300_000, maxBytes: 8_000_000, dispatcher }, inspect));
});
afterAll(async () => {
  await dispatcher.destroy();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

it("is about twenty broken files and more that print badly", () => {
  const broken = Object.values(PRINT_FILES).filter(({ named }) => typeof named === "string");
  expect(broken.length).toBeGreaterThanOrEqual(20);
});

it.each(Object.entries(PRINT_FILES))("names %s", async (name, { named }) => {
  const link = linkTo(name);
  const answer = await check(link);
  expect(
    answer.ok
      ? artworkWarnings(link, "front", answer.file, { sizes: UNKNOWN_SIZES }).map(({ code }) => code)
      : answer.reason,
  ).toEqual(named);
});

it("names a redirect to a login", async () => {
  expect(await check(linkTo("private"))).toEqual({ ok: false, reason: "web_page", temporary: false });
});

it("hashes and measures the whole file", async () => {
  const file = await transparent().png().toBuffer();
  expect(await check(linkTo("a good PNG"))).toEqual({
    ok: true,
    type: "image/png",
    file: {
      bytes: file.byteLength,
      sha256: createHash("sha256").update(file).digest("hex"),
      image: {
        width: 1200,
        height: 1200,
        colorSpace: "srgb",
        profile: null,
        depth: "uchar",
        hasAlpha: true,
        pages: 1,
        pixels: expect.stringMatching(/^[0-9a-f]{64}$/),
        drawing: { isOpaque: false, width: 1200, height: 1200, opacity: 128 / 255 },
      },
      etag: null,
      document: null,
    },
  });
});

it("measures a photo as it is seen, whichever way the camera was held", async () => {
  const inspect = createArtworkInspection({ warn: () => {} });
  const photo = sharp({ create: { width: 400, height: 300, channels: 3, background: "#c85a14" } });
  const file = await photo.withMetadata({ orientation: 6 }).jpeg().toBuffer();
  expect(await inspect("turned", [file])).toMatchObject({ image: { width: 300, height: 400 } });
});

describe("the hash of the pixels", () => {
  const inspect = createArtworkInspection({ warn: () => {} });
  const pixelsOf = async (file: Buffer) => {
    const inspected = await inspect(createHash("sha256").update(file).digest("hex"), [file]);
    return inspected.outcome === "opened" ? inspected.image.pixels : inspected.outcome;
  };
  /** Half of it is transparent, in a color that an encoder may drop. */
  const drawing = async (color = "#c85a14") => {
    const top = await sharp({ create: { width: 60, height: 30, channels: 4, background: color } })
      .png()
      .toBuffer();
    const clear = { r: 9, g: 200, b: 7, alpha: 0 };
    const sheet = sharp({ create: { width: 60, height: 60, channels: 4, background: clear } });
    return sharp(
      await sheet
        .composite([{ input: top, gravity: "north" }])
        .png()
        .toBuffer(),
    );
  };

  it("is the same however the picture is compressed", async () => {
    const files = await Promise.all([
      (await drawing()).png({ compressionLevel: 0 }).toBuffer(),
      (await drawing()).png({ compressionLevel: 9, palette: true }).toBuffer(),
      (await drawing()).png({ progressive: true }).toBuffer(),
      (await drawing()).webp({ lossless: true }).toBuffer(),
      (await drawing())
        .withExif({ IFD0: { Copyright: "the shop" } })
        .png()
        .toBuffer(),
    ]);
    const hashes = new Set(await Promise.all(files.map(pixelsOf)));
    expect([...hashes]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
  });

  it("is another one for another picture, size or turn", async () => {
    const files = await Promise.all([
      (await drawing()).png().toBuffer(),
      (await drawing("#c85a15")).png().toBuffer(),
      (await drawing()).resize(60, 61).png().toBuffer(),
      (await drawing()).withMetadata({ orientation: 3 }).png().toBuffer(),
    ]);
    expect(new Set(await Promise.all(files.map(pixelsOf))).size).toBe(files.length);
  });

  it("is none of an animated picture, whose other frames it would leave out", async () => {
    expect(await pixelsOf(await animated(60))).toBeNull();
  });
});
