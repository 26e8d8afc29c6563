import { expect, it } from "vitest";
import { imageType } from "./image-type.ts";

const bytes = (text: string) => Buffer.from(text, "latin1");

it.each([
  ["image/png", "\x89PNG\r\n\x1a\n\0\0"],
  ["image/jpeg", "\xff\xd8\xff\xe0"],
  ["image/gif", "GIF89a"],
  ["image/webp", "RIFF\x10\0\0\0WEBPVP8 "],
  ["application/pdf", "%PDF-1.7\n"],
  ["image/svg+xml", "<svg xmlns='http://www.w3.org/2000/svg'/>"],
  ["image/svg+xml", "\xef\xbb\xbf<?xml version='1.0'?>\n<!-- drawn by hand -->\n<svg>"],
  ["image/svg+xml", '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x" [ <!ENTITY a "b"> ]>\n<svg width="1">'],
])("%s", (type, head) => expect(imageType(bytes(head))).toBe(type));

it.each([
  "",
  "<!doctype html><html><svg></svg></html>",
  "{}",
  "RIFF\x10\0\0\0WAVE",
  "\x89PN",
  "<svgx>",
  "<!-- <svg> -->",
])("%j is no image", (head) => expect(imageType(bytes(head))).toBeNull());
