import { readFile } from "node:fs/promises";

// In this order: later rules take precedence.
const PARTS = ["base", "frame", "pieces", "forms", "line", "ticket", "lists", "narrow"];

/** The look of the back office, as one sheet. */
export async function stylesheet(): Promise<string> {
  const read = (part: string) => readFile(new URL(`./style/${part}.css`, import.meta.url), "utf8");
  return (await Promise.all(PARTS.map(read))).join("\n");
}
