import type { Git } from "./git.ts";

const MIGRATIONS = "prisma/migrations";
/** Tags of releases: v0.1.0 */
const RELEASES = "v[0-9]*";

/**
 * Migrations that a release tag holds and the work tree changed or lacks. Databases of that release have run them: Prisma
 * does not run them again, and refuses changed ones.
 */
export function changedMigrations(git: Git): string[] {
  return git("tag", "--list", RELEASES)
    .split("\n")
    .filter((tag) => tag !== "")
    .flatMap((tag) =>
      git("diff", "--name-only", "--no-renames", "--diff-filter=MDT", tag, "--", MIGRATIONS)
        .split("\n")
        .filter((file) => file.endsWith("/migration.sql"))
        .map((file) => `${file} differs from the one of ${tag}`),
    );
}
