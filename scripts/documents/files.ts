import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Files of the project by their path from its root. */
export const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");
export const exists = (file: string): boolean => existsSync(join(ROOT, file));

/** Every file below a folder. */
export const filesBelow = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((file) => join(folder, file));

const FOLDERS = ["", "docs", "docs/decisions", "docs/reference", "sandbox", "sandbox/shopify"];
/** Every page that people read. */
export const pages = (): string[] =>
  FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((file) => file.endsWith(".md"))
      .map((file) => join(folder, file)),
  );

/** The first group of each match. */
export const matches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, group = ""]) => group);

/** Where a link of a page leads. */
export const linked = (page: string, link: string): string => join(dirname(page), link);
