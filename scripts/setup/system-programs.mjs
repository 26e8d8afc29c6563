import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { run, say } from "./run.mjs";

export function ensureRedis() {
  ensure("redis-server", "redis-server", "redis");
}

export function ensurePostgres() {
  ensure("postgres", "postgresql", "postgresql");
  ensure("initdb", "postgresql", "postgresql");
}

/**
 * @param {string} program
 * @param {string} debianPackage
 * @param {string} brewPackage
 */
function ensure(program, debianPackage, brewPackage) {
  if (isInstalled(program)) return;
  const apt = aptGet();
  if (apt) {
    say(`Installing ${debianPackage} (apt-get)`);
    const install = () =>
      run(apt.command, [...apt.args, "install", "-y", "--no-install-recommends", debianPackage], apt.env);
    // A fresh container has no package lists yet.
    if (!install().ok) run(apt.command, [...apt.args, "update"], apt.env);
    const done = isInstalled(program) ? { ok: true, output: "" } : install();
    if (isInstalled(program)) return;
    throw new Error(`${debianPackage} could not be installed:\n${done.output}`);
  }
  throw new Error(
    `${program} is not installed, and this user may not install it. Please type one of:\n` +
      `  sudo apt-get install ${debianPackage}     (Debian, Ubuntu)\n` +
      `  brew install ${brewPackage}               (macOS)\n` +
      `and then start again.`,
  );
}

/** @param {string} program */
function isInstalled(program) {
  const folders = [...(process.env.PATH ?? "").split(delimiter), ...postgresFolders()];
  return folders.some((folder) => existsSync(join(folder, program)));
}

/** Debian keeps PostgreSQL's programs off the PATH. */
function postgresFolders() {
  const base = "/usr/lib/postgresql";
  return existsSync(base) ? readdirSync(base).map((version) => join(base, version, "bin")) : [];
}

/** apt-get where we may use it: as root, or by sudo that asks for no password. */
function aptGet() {
  if (!existsSync("/usr/bin/apt-get")) return null;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  if (process.getuid?.() === 0) return { command: "apt-get", args: ["-q"], env };
  if (run("sudo", ["-n", "true"]).ok) return { command: "sudo", args: ["-n", "apt-get", "-q"], env };
  return null;
}
