import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { typeColumns } from "./column-types.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const TIMERS = new URL("./prisma-timers.ts", import.meta.url).href;
const THIS_FILE = fileURLToPath(import.meta.url);

/**
 * Environment for Prisma's command line. It insists on engine files that this project does not use (the client and
 * the migrations run on JavaScript); any existing file keeps it from downloading them.
 */
function prismaEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return {
    ...env,
    PRISMA_SCHEMA_ENGINE_BINARY: THIS_FILE,
    PRISMA_QUERY_ENGINE_LIBRARY: THIS_FILE,
    PRISMA_HIDE_UPDATE_MESSAGE: "1",
    CHECKPOINT_DISABLE: "1",
  };
}

export interface PrismaRun {
  status: number;
  /** Both empty when the output was inherited. */
  stdout: string;
  stderr: string;
}

/** Runs `prisma …args` in the project's root. */
export function runPrisma(
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
  output: "pipe" | "inherit" = "pipe",
): Promise<PrismaRun> {
  const cli = createRequire(import.meta.url).resolve("prisma/build/index.js");
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

/** Brings a database to the newest schema. @throws Error with Prisma's own words. */
export async function deployMigrations(databaseUrl: string): Promise<void> {
  const run = await runPrisma(["migrate", "deploy"], { ...process.env, DATABASE_URL: databaseUrl });
  if (run.status !== 0) throw new Error(`The database could not be migrated.\n${run.stderr || run.stdout}`);
}

if (process.argv[1] === THIS_FILE) {
  const args = process.argv.slice(2);
  process.exitCode = (await runPrisma(args, process.env, "inherit")).status;
  if (args[0] === "generate" && process.exitCode === 0) await typeColumns();
}
