import { readdir, readFile } from "node:fs/promises";
import { readMigrations } from "../../server/migrations/files.ts";
import { ROOT } from "./git.ts";
import { migrationsOf } from "./upgrade-fixture.ts";

/** What `npm run release` keeps of each release: its rows (0.1.0.sql), its schema (0.1.0.prisma) and its migrations (0.1.0.sha256). */
export const RELEASES = "tests/upgrade";

export interface UnreleasedMigration {
  /** Where its SQL is, or will be. */
  file: string;
  /** The schema of the newest release, with which it begins; null before the first one. */
  from: string | null;
}

/** The one migration that no release holds: from the newest release's schema, or from nothing, to the present one. */
export async function unreleasedMigration(): Promise<UnreleasedMigration> {
  const version = await newestRelease();
  const migrations = await readMigrations();
  const released = version ? migrationsOf(await readFile(`${ROOT}${RELEASES}/${version}.sql`, "utf8")) : 0;
  const fresh = version ? `${String(released).padStart(3, "0")}_after_${version.replaceAll(".", "_")}` : "000_init";
  return {
    file: `${ROOT}prisma/migrations/${migrations[released]?.name ?? fresh}/migration.sql`,
    from: version ? `${ROOT}${RELEASES}/${version}.prisma` : null,
  };
}

async function newestRelease(): Promise<string | undefined> {
  const files = (await readdir(`${ROOT}${RELEASES}`)).filter((file) => file.endsWith(".prisma"));
  const versions = files.map((file) => file.slice(0, -".prisma".length));
  return versions.sort((a, b) => a.localeCompare(b, "en", { numeric: true })).at(-1);
}
