/** `npm run db:generate`: generates the client of the database from prisma/schema.prisma, with the types of its columns. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { typeColumns } from "./column-types.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

// Prisma's command downloads its engine for migrations, whatever it is to do, unless this names a file. Any will do.
const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: "1" };
const cli = ["node_modules/prisma/build/index.js", "generate", "--schema", "prisma/schema.prisma", "--no-hints"];
const { status } = spawnSync(process.execPath, cli, { cwd: ROOT, env, stdio: "inherit" });
if (status === 0) await typeColumns();
process.exitCode = status ?? 1;
