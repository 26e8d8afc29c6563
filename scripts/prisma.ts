import { spawn } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { typeColumns } from "./column-types.ts";

const pathOf = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const ROOT = pathOf("");
const TIMERS = new URL("./prisma-timers.ts", import.meta.url).href;
const THIS_FILE = fileURLToPath(import.meta.url);

/**
 * Environment for Prisma's command lines. They insist on engine files that this project does not use (the client and
 * the migrations run on JavaScript); any existing file keeps them from downloading those.
 */
function prismaEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return {
    ...env,
    PRISMA_SCHEMA_ENGINE_BINARY: THIS_FILE,
    PRISMA_QUERY_ENGINE_LIBRARY: THIS_FILE,
    PRISMA_HIDE_UPDATE_MESSAGE: "1",
    CHECKPOINT_DISABLE: "1",
    // Prisma's loader of the config would leave its cache in the temporary folder.
    JITI_FS_CACHE: "false",
  };
}

export interface PrismaRun {
  status: number;
  /** Both empty when the output was inherited. */
  stdout: string;
  stderr: string;
}

/** Runs `prisma migrate …args` (Prisma 6, see prisma/migrate.config.ts) in the project's root. */
export const runMigrate = (
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
  output: "pipe" | "inherit" = "pipe",
): Promise<PrismaRun> => runCli("prisma", ["migrate", ...args, "--config", "prisma/migrate.config.ts"], env, output);

/** Generates the client of the database (Prisma 7), with the types of its columns. */
async function generate(): Promise<number> {
  const schema = pathOf("node_modules/.cache/prisma/schema.prisma");
  await mkdir(dirname(schema), { recursive: true });
  await writeFile(schema, withoutUrl(await readFile(pathOf("prisma/schema.prisma"), "utf8")));
  const { status } = await runCli("prisma-7", ["generate", "--schema", schema], process.env, "inherit");
  if (status === 0) await typeColumns();
  return status;
}

/** Prisma 6 wants the database's address in the schema, and Prisma 7 refuses it. */
const withoutUrl = (schema: string): string => schema.replace(/^ +url +=.*\n/m, "");

function runCli(
  name: "prisma" | "prisma-7",
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  output: "pipe" | "inherit",
): Promise<PrismaRun> {
  const cli = createRequire(import.meta.url).resolve(`${name}/build/index.js`);
  return new Promise((resolve, reject) => {
    const options = { cwd: ROOT, env: prismaEnv(env) };
    const child = spawn(process.execPath, ["--import", TIMERS, cli, ...args], {
      ...options,
      stdio: ["ignore", output, output],
    });
    let stdout = "";
    let stderr = "";
    child.stdout?.on("data", (part: Buffer) => (stdout += part.toString()));
    child.stderr?.on("data", (part: Buffer) => (stderr += part.toString()));
    child.on("error", reject);
    child.on("close", (status) => resolve({ status: status ?? 1, stdout, stderr }));
  });
}

if (process.argv[1] === THIS_FILE) {
  const [command, ...args] = process.argv.slice(2);
  if (command === "generate") process.exitCode = await generate();
  else if (command === "migrate") process.exitCode = (await runMigrate(args, process.env, "inherit")).status;
  else throw new Error("Say `generate`, or `migrate` with what to do.");
}
