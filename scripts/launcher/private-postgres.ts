import { execFileSync } from "node:child_process";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { dataParentFolder } from "./data-parent-folder.ts";
import { findProgram } from "./find-program.ts";
import { freePort } from "./free-port.ts";
import { startSupervisedProcess, type SupervisedProcess } from "./supervised-process.ts";

/**
 * What a commit outlives: nothing (tests), the crash of the program (the operating system keeps what was written), or
 * the loss of power, too.
 */
export type Durability = "nothing" | "process_crash" | "power_loss";

/** `halt` is a crash of PostgreSQL: what is not committed is lost. */
export interface PrivatePostgres extends SupervisedProcess {
  /** Address of the maintenance database; its user may create databases. */
  url: string;
}

const HINT = "Run `npm run setup -- test`, or install it (Debian: apt-get install postgresql).";

export interface PrivatePostgresOptions {
  durability: Durability;
  /** Further settings of the server, by name. */
  settings?: Readonly<Record<string, string>>;
}

/**
 * Starts a real PostgreSQL of our own on a free port of the loopback, with a folder that goes away with it.
 * Less than "power_loss" is right for tests, wrong for measuring.
 */
export async function startPrivatePostgres(options: PrivatePostgresOptions): Promise<PrivatePostgres> {
  const initdb = findProgram("initdb", HINT);
  const postgres = findProgram("postgres", HINT);
  const owner = unprivilegedOwner();
  // Outside the checkout: another user has to reach the folder, and a checkout may lie in a private home.
  const parent = dataParentFolder({ inMemory: options.durability === "nothing" });
  const folder = mkdtempSync(join(parent, "inkbridge-postgres-"));
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, "data");
  try {
    const args = ["-D", data, "-U", "inkbridge", "--auth=trust", "-E", "UTF8", "--locale=C", "--no-sync"];
    execFileSync(initdb, args, { ...owner, cwd: folder, stdio: "pipe" });
  } catch (cause) {
    rmSync(folder, { recursive: true, force: true });
    throw new Error("initdb could not make a database.", { cause });
  }

  const port = await freePort();
  const url = `postgresql://inkbridge@127.0.0.1:${port}/postgres`;
  const part = await startSupervisedProcess(
    "postgres",
    {
      command: postgres,
      args: ["-D", data, ...serverArguments({ port, socketFolder: folder, ...options })],
      cwd: folder,
      ...owner,
      stopSignal: "SIGINT",
      haltSignal: "SIGQUIT",
      remove: folder,
    },
    () => answers(url),
  );
  return { ...part, url };
}

/** A server that crashes leaves its shared memory behind: in /dev/shm for good, in its folder until that goes away. */
const SHARED_MEMORY_IN_FOLDER = { dynamic_shared_memory_type: "mmap" };

const UNSAFE_SETTINGS: Record<Durability, Record<string, string>> = {
  nothing: { fsync: "off", synchronous_commit: "off", full_page_writes: "off", ...SHARED_MEMORY_IN_FOLDER },
  process_crash: { fsync: "off", full_page_writes: "off", ...SHARED_MEMORY_IN_FOLDER },
  power_loss: {},
};

function serverArguments(options: PrivatePostgresOptions & { port: number; socketFolder: string }): string[] {
  const serverSettings = {
    listen_addresses: "127.0.0.1",
    port: String(options.port),
    unix_socket_directories: options.socketFolder,
    max_connections: "200",
    timezone: "UTC",
    ...UNSAFE_SETTINGS[options.durability],
    ...options.settings,
  };
  return Object.entries(serverSettings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 });
  try {
    await client.connect();
    return true;
  } finally {
    await client.end();
  }
}

/**
 * postgres (and PgBouncer) refuse root: root lends them to the user `postgres`, else `nobody`. Nothing when we are not
 * root.
 */
export function unprivilegedOwner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const user of ["postgres", "nobody"]) {
    try {
      const id = (flag: string) => Number(execFileSync("id", [flag, user], { stdio: "pipe" }).toString());
      return { uid: id("-u"), gid: id("-g") };
    } catch {
      // No such user here.
    }
  }
  throw new Error("postgres refuses to run as root, and there is neither a user `postgres` nor `nobody`.");
}
