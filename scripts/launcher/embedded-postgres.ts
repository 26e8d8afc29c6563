import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { startNodeProcess } from "./node-process.ts";
import type { ManagedProcess } from "./managed-process.ts";

export interface EmbeddedPostgres extends ManagedProcess {
  url: string;
}

const PROCESS = fileURLToPath(new URL("./embedded-postgres-process.ts", import.meta.url));

/**
 * Starts PGlite on a folder, reachable like any PostgreSQL. For trying out: it is one backend for all connections.
 * @throws Error that names the process that holds the folder, when one does.
 */
export async function startEmbeddedPostgres(options: { folder: string }): Promise<EmbeddedPostgres> {
  mkdirSync(options.folder, { recursive: true });
  const { part, firstLine } = startNodeProcess({ name: "database", script: PROCESS, args: [options.folder] });
  const line = await firstLine((output) => output.startsWith("listening "));
  return { ...part, url: `postgresql://postgres@${line.slice("listening ".length)}/postgres` };
}
