/**
 * `npm run db:diff`: rewrites the generated half of the one migration that no release holds from schema.prisma, and keeps
 * the half that is written by hand (partial indexes and checks, which the schema language lacks). Migrations of a release
 * stay as they are: `npm run check` refuses a change. With `--check` it writes nothing, and fails where it would.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { diffSchemas } from "./release/schema-diff.ts";
import { unreleasedMigration } from "./release/unreleased-migration.ts";

const SCHEMA = fileURLToPath(new URL("../prisma/schema.prisma", import.meta.url));
const BY_HAND = "-- By hand: what schema.prisma cannot say.";

/** What the engine says where nothing differs. */
const EMPTY = "-- This is an empty migration.";

const migration = await unreleasedMigration();
const generated = (await diffSchemas(migration.from, SCHEMA)).replace(EMPTY, "").trim();
const present = existsSync(migration.file) ? readFileSync(migration.file, "utf8") : "";
if (process.argv.includes("--check")) {
  const isCurrent = present.startsWith(generated);
  if (!isCurrent) console.error(`${migration.file} is not that of schema.prisma: run \`npm run db:diff\`.`);
  process.exitCode = isCurrent ? 0 : 1;
} else if (generated === "" && present === "") {
  console.log("The schema is the one of the newest release.");
} else {
  const byHand = present.split(BY_HAND)[1];
  mkdirSync(dirname(migration.file), { recursive: true });
  writeFileSync(migration.file, `${generated}\n\n${BY_HAND}${byHand ?? "\n"}`);
  console.log(`Wrote ${migration.file}`);
}
