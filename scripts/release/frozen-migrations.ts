import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { RELEASES } from "./unreleased-migration.ts";

const MIGRATIONS = "prisma/migrations";
/** One file a release, as `sha256sum` writes them: a clone without tags has them, too. */
const CHECKSUMS = ".sha256";

/** The checksums of all migrations, for the release that is made of this work tree. */
export function migrationChecksums(root: string): string {
  const files = readdirSync(join(root, MIGRATIONS), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${MIGRATIONS}/${name}/migration.sql`);
  return files
    .toSorted()
    .map((file) => `${checksum(join(root, file))}  ${file}\n`)
    .join("");
}

/**
 * Migrations that a release holds and the work tree changed or lacks. Databases of that release have run them: Prisma
 * does not run them again, and refuses changed ones.
 */
export function changedMigrations(root: string): string[] {
  const releases = readdirSync(join(root, RELEASES)).filter((file) => file.endsWith(CHECKSUMS));
  return releases.flatMap((release) =>
    readFileSync(join(root, RELEASES, release), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => line.split("  ") as [string, string])
      .filter(([sha256, file]) => !existsSync(join(root, file)) || checksum(join(root, file)) !== sha256)
      .map(([, file]) => `${file} differs from the one of ${basename(release, CHECKSUMS)}`),
  );
}

const checksum = (path: string): string => createHash("sha256").update(readFileSync(path)).digest("hex");
