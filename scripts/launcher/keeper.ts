/**
 * Runs a foreign program (redis-server, postgres) and ends it when our standard input ends, that is when the launcher
 * stops or dies. One argument: JSON of KeeperOrder.
 */
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { lockFolder } from "./folder-lock.ts";

export interface KeeperOrder {
  command: string;
  args: string[];
  cwd: string;
  /** Run as this user (postgres refuses root). */
  uid?: number;
  gid?: number;
  stopSignal: "SIGTERM" | "SIGINT";
  /** Data folder that no other process may use meanwhile. */
  lock?: string;
  /** Folder to remove at the end. */
  remove?: string;
}

const order = JSON.parse(process.argv[2] ?? "") as KeeperOrder;
if (order.lock) {
  const lock = lockFolder(order.lock);
  if (!lock.held) {
    console.error(lock.why);
    process.exit(1);
  }
  process.on("exit", lock.release);
}

const child = spawn(order.command, order.args, {
  cwd: order.cwd,
  uid: order.uid,
  gid: order.gid,
  stdio: ["ignore", "inherit", "inherit"],
});

const stop = () => child.kill(order.stopSignal);
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, stop);
process.stdin.on("end", stop).on("error", stop).resume();

const finish = (code: number) => {
  if (order.remove) rmSync(order.remove, { recursive: true, force: true });
  process.exit(code);
};
child.once("error", (error) => {
  console.error(`${order.command} could not be started: ${error.message}`);
  finish(1);
});
child.once("exit", (code, signal) => finish(code ?? (signal === order.stopSignal ? 0 : 1)));
