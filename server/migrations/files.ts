import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";

const FOLDER = new URL("../../prisma/migrations/", import.meta.url);

export interface Migration {
  name: string;
  sql: string;
}

/** The migrations of this build, in their order, which is that of their names. */
export async function readMigrations(): Promise<Migration[]> {
  const folders = (await readdir(FOLDER, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const names = folders.map((folder) => folder.name).sort();
  return Promise.all(
    names.map(async (name) => ({ name, sql: await readFile(new URL(`${name}/migration.sql`, FOLDER), "utf8") })),
  );
}

/** The statements of a script, cut at every semicolon: one within a text is written `\x3B`. */
export function statementsOf(script: string): string[] {
  return script
    .split(";")
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
}

/** As Prisma has it: SHA-256 of the script, in hexadecimal. */
export const checksumOf = ({ sql }: Migration): string => createHash("sha256").update(sql).digest("hex");
