/**
 * `npm run db:diff`: rewrites the generated half of the one migration that no release holds from schema.prisma, and keeps
 * the half that is written by hand (partial indexes and checks, which the schema language lacks). Migrations of a release
 * stay as they are: `npm run check` refuses a change. With `--check` it writes nothing, and fails where it would.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { PGLiteSocketServer } from "@electric-sql/pglite-socket";
import { runMigrate } from "./prisma.ts";
import { generatedSql, unreleasedMigration } from "./release/unreleased-migration.ts";

const BY_HAND = "-- By hand: what schema.prisma cannot say.";

const db = await PGlite.create();
const server = new PGLiteSocketServer({ db, host: "127.0.0.1", port: 0, maxConnections: 5 });
await server.start();

const url = `postgresql://postgres@${server.getServerConn()}/postgres`;
const migration = await unreleasedMigration();
const diff = await runMigrate(migration.diff, { ...process.env, DATABASE_URL: url });
await server.stop();
await db.close();

if (diff.status !== 0) {
  console.error(diff.stderr);
  process.exit(1);
}
const generated = generatedSql(diff.stdout);
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
