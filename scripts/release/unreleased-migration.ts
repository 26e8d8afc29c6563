import { readdir, readFile } from "node:fs/promises";
import { readMigrations } from "../../server/migrations/files.ts";
import { ROOT } from "./git.ts";
import { migrationsOf } from "./upgrade-fixture.ts";

/** What `npm run release` keeps of each release: its rows (0.1.0.sql), its schema (0.1.0.prisma) and its migrations (0.1.0.sha256). */
export const RELEASES = "tests/upgrade";
const EMPTY = "-- This is an empty migration.";

export interface UnreleasedMigration {
  /** Where its SQL is, or will be. */
  file: string;
  /** Arguments of `prisma migrate` that print its generated half. */
  diff: string[];
}

/** The one migration that no release holds: from the newest release's schema, or from nothing, to the present one. */
export async function unreleasedMigration(): Promise<UnreleasedMigration> {
  const version = await newestRelease();
  const migrations = await readMigrations();
  const released = version ? migrationsOf(await readFile(`${ROOT}${RELEASES}/${version}.sql`, "utf8")) : 0;
  const fresh = version ? `${String(released).padStart(3, "0")}_after_${version.replaceAll(".", "_")}` : "000_init";
  const from = version ? ["--from-schema-datamodel", `${RELEASES}/${version}.prisma`] : ["--from-empty"];
  return {
    file: `${ROOT}prisma/migrations/${migrations[released]?.name ?? fresh}/migration.sql`,
    diff: ["diff", ...from, "--to-schema-datamodel", "prisma/schema.prisma", "--script"],
  };
}

/** What `prisma migrate diff` printed, without the remark that it found nothing. */
export const generatedSql = (printed: string): string => printed.replace(EMPTY, "").trim();

async function newestRelease(): Promise<string | undefined> {
  const files = (await readdir(`${ROOT}${RELEASES}`)).filter((file) => file.endsWith(".prisma"));
  const versions = files.map((file) => file.slice(0, -".prisma".length));
  return versions.sort((a, b) => a.localeCompare(b, "en", { numeric: true })).at(-1);
}
