/**
 * `npm run db:diff`: rewrites the generated half of prisma/migrations/000_init from schema.prisma and keeps the half
 * that is written by hand (partial indexes and checks, which the schema language lacks).
 * Until the first release no database has to be kept, so there is one migration and it is rewritten.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { PGlite } from "@electric-sql/pglite";
import { PGLiteSocketServer } from "@electric-sql/pglite-socket";
import { runMigrate } from "./prisma.ts";

const MIGRATION = fileURLToPath(new URL("../prisma/migrations/000_init/migration.sql", import.meta.url));
const BY_HAND = "-- By hand: what schema.prisma cannot say.";

const db = await PGlite.create();
const server = new PGLiteSocketServer({ db, host: "127.0.0.1", port: 0, maxConnections: 5 });
await server.start();

const args = ["diff", "--from-empty", "--to-schema-datamodel", "prisma/schema.prisma", "--script"];
const url = `postgresql://postgres@${server.getServerConn()}/postgres`;
const diff = await runMigrate(args, { ...process.env, DATABASE_URL: url });
await server.stop();
await db.close();

if (diff.status !== 0) {
  console.error(diff.stderr);
  process.exit(1);
}
const byHand = readFileSync(MIGRATION, "utf8").split(BY_HAND)[1] ?? "\n";
writeFileSync(MIGRATION, `${diff.stdout.trim()}\n\n${BY_HAND}${byHand}`);
console.log("Wrote prisma/migrations/000_init/migration.sql");
