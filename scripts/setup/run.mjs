import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The project's folder. */
export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Runs a program and is silent about it, unless it fails.
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {{ ok: boolean, output: string }}
 */
export function run(command, args, env = process.env) {
  const done = spawnSync(command, args, { cwd: ROOT, env, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  const output = [done.stdout, done.stderr, done.error?.message].filter(Boolean).join("\n").trim();
  return { ok: done.status === 0, output };
}

/** @param {string} step */
export function say(step) {
  console.log(`• ${step}`);
}
