import { chownSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProgram } from "./find-program.ts";
import { acceptsConnections, freePort } from "./free-port.ts";
import type { ManagedProcess } from "./managed-process.ts";
import { unprivilegedOwner } from "./private-postgres.ts";
import { startSupervisedProcess } from "./supervised-process.ts";

/** Path of the program. @throws Error with how to install it */
export const findPgBouncer = (): string => findProgram("pgbouncer", "Install it (Debian: apt-get install pgbouncer).");

/**
 * Starts a PgBouncer of our own in transaction mode in front of a PostgreSQL of the loopback, otherwise as it comes.
 * Its `serverConnections` are far fewer than those of its clients: transactions of one client run on many of them.
 */
export async function startPrivatePgBouncer(options: {
  databaseUrl: string;
  serverConnections: number;
}): Promise<ManagedProcess & { url: string }> {
  const command = findPgBouncer();
  const { port: serverPort, username, pathname } = new URL(options.databaseUrl);
  const owner = unprivilegedOwner();
  const folder = mkdtempSync(join(tmpdir(), "inkbridge-pgbouncer-"));
  const port = await freePort();
  const users = join(folder, "users");
  const config = join(folder, "pgbouncer.ini");
  writeFileSync(users, `"${username}" ""\n`);
  writeFileSync(
    config,
    `[databases]
* = host=127.0.0.1 port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${options.serverConnections}
`,
  );
  if (owner) for (const path of [folder, users, config]) chownSync(path, owner.uid, owner.gid);
  const part = await startSupervisedProcess(
    "pgbouncer",
    { command, args: [config], cwd: folder, ...owner, stopSignal: "SIGTERM", remove: folder },
    () => acceptsConnections(port),
  );
  return { ...part, url: `postgresql://${username}@127.0.0.1:${port}${pathname}` };
}
