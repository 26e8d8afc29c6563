/**
 * Runs a foreign program (redis-server, postgres) and ends it when our standard input ends, that is when the launcher
 * stops or dies. One argument: JSON of SupervisorOptions. Lines that it obeys meanwhile: `halt`, which ends the program
 * and stays, and `start`, once HALTED was written: the program has ended.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { rmSync } from "node:fs";
import { createInterface } from "node:readline";
import { lockFolder } from "./folder-lock.ts";
import { HALTED, type SupervisorOptions } from "./supervisor-protocol.ts";

const options = JSON.parse(process.argv[2] ?? "") as SupervisorOptions;
if (options.lock) {
  const lock = lockFolder(options.lock);
  if (!lock.held) {
    console.error(lock.why);
    process.exit(1);
  }
  process.on("exit", lock.release);
}

let child = start();
/** Asked to end it, and to stay: a later line may start it again. */
let halted = false;

function start(): ChildProcess {
  const begun = spawn(options.command, options.args, {
    cwd: options.cwd,
    uid: options.uid,
    gid: options.gid,
    stdio: ["ignore", "inherit", "inherit"],
  });
  begun.once("error", (error) => {
    console.error(`${options.command} could not be started: ${error.message}`);
    finish(1);
  });
  begun.once("exit", (code, signal) => {
    if (halted) console.log(HALTED);
    else finish(code ?? (signal === options.stopSignal ? 0 : 1));
  });
  return begun;
}

function finish(code: number): void {
  if (options.remove) rmSync(options.remove, { recursive: true, force: true });
  process.exit(code);
}

function stop(): void {
  if (halted) finish(0);
  child.kill(options.stopSignal);
}

function handleCommand(line: string): void {
  if (line === "halt" && !halted) {
    halted = true;
    child.kill(options.haltSignal ?? "SIGKILL");
  } else if (line === "start" && halted) {
    halted = false;
    child = start();
  }
}

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, stop);
createInterface({ input: process.stdin }).on("line", handleCommand).on("close", stop);
process.stdin.on("error", stop);
