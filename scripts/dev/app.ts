/**
 * Runs serve.ts, and starts it again when a file changes that lives in the process once. A process that broke at a
 * change waits for the next one; one that does not start at all takes this one with it.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { watch } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { needsRestart, ROOT } from "./restarts.ts";

const SERVE = fileURLToPath(new URL("./serve.ts", import.meta.url));
/** Editors write a file in several steps. */
const SETTLE_MS = 100;

let child = start();
let changed: string | null = null;
let restarting = false;

for (const name of ["app", "server", "vite.config.ts"]) {
  watch(join(ROOT, name), { recursive: true }, (_event, file) => {
    const path = name.includes(".") ? name : join(name, file ?? "");
    if (!needsRestart(join(ROOT, path))) return;
    changed = path;
    setTimeout(() => void restart(), SETTLE_MS);
  });
}

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.on(signal, () => {
    restarting = true;
    void stop(child).then((code) => process.exit(code));
  });
}

function start(isFirst = true): ChildProcess {
  const env = { ...process.env, NODE_ENV: "development" as const };
  // The same preloads as ours. It ends when its standard input ends, as we do.
  const args = [...process.execArgv, SERVE];
  const started = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ["pipe", "inherit", "inherit"] });
  started.stdin?.on("error", () => undefined);
  started.once("exit", (code) => {
    if (restarting) return;
    if (isFirst) process.exit(code ?? 1);
    console.log("The app ended. It starts again when a file changes.");
  });
  return started;
}

async function restart(): Promise<void> {
  if (restarting || changed === null) return;
  restarting = true;
  console.log(`${changed} changed: the app starts again`);
  changed = null;
  await stop(child);
  child = start(false);
  restarting = false;
  // What changed meanwhile may have been read before.
  if (changed !== null) await restart();
}

/** Ends it in order; resolves to its exit code. */
async function stop(running: ChildProcess): Promise<number> {
  if (running.exitCode === null && running.signalCode === null) {
    running.stdin?.end();
    await once(running, "exit");
  }
  return running.exitCode ?? 1;
}
