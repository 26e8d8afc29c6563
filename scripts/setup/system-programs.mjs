import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { run, say } from "./run.mjs";
import { unlessStamped } from "./stamp.mjs";

export function ensureRedis() {
  ensure({ program: "redis-server", debian: "redis-server", brew: "redis" });
}

export function ensurePostgres() {
  ensure({ program: "postgres", debian: "postgresql", brew: "postgresql" });
  ensure({ program: "initdb", debian: "postgresql", brew: "postgresql" });
}

/** Some tests want a pooler. Where there is none they say so, and the others run. */
export function tryPgBouncer() {
  // Once: where it cannot be installed, each try takes its time.
  unlessStamped("node_modules/.inkbridge-pgbouncer", "tried", () => {
    try {
      ensure({ program: "pgbouncer", debian: "pgbouncer", brew: "pgbouncer" });
    } catch {
      say("No pgbouncer here: the tests behind a pooler are left out");
    }
  });
}

/**
 * A Chromium for the browser tests and the pictures. Where it may be is known to scripts/launcher/find-browser.ts
 * alone.
 * @param {string} node path of a Node 24
 */
export function ensureBrowser(node) {
  const isThere = () => run(node, ["scripts/launcher/find-browser.ts"]).ok;
  const otherwise = "  or CHROME_PATH=/path/to/chrome          (any Chrome or Chromium that is there already)\n";
  const chromium = { program: "Chromium", brew: "--cask google-chrome", isThere, otherwise };
  try {
    ensure({ ...chromium, debian: "chromium-headless-shell" });
  } catch {
    // Ubuntu does not have that package.
    ensure({ ...chromium, debian: "chromium" });
  }
}

/**
 * @typedef {object} Wanted
 * @property {string} program
 * @property {string} debian package of Debian and Ubuntu
 * @property {string} brew
 * @property {() => boolean} [isThere] where looking on the PATH is not enough
 * @property {string} [otherwise] another way, a line
 */

/** @param {Wanted} wanted */
function ensure({ program, debian, brew, isThere = () => isInstalled(program), otherwise = "" }) {
  if (isThere()) return;
  const apt = aptGet();
  if (apt) {
    say(`Installing ${debian} (apt-get)`);
    const install = () => run(apt.command, [...apt.args, "install", "-y", "--no-install-recommends", debian], apt.env);
    // A fresh container has no package lists yet.
    if (!install().ok) run(apt.command, [...apt.args, "update"], apt.env);
    const done = isThere() ? { ok: true, output: "" } : install();
    if (isThere()) return;
    throw new Error(`${debian} could not be installed:\n${done.output}${otherwise && `\nOther ways:\n${otherwise}`}`);
  }
  throw new Error(
    `${program} is not installed, and this user may not install it. Please type one of:\n` +
      `  sudo apt-get install ${debian}     (Debian, Ubuntu)\n` +
      `  brew install ${brew}               (macOS)\n` +
      otherwise +
      `and then start again.`,
  );
}

/** @param {string} program */
function isInstalled(program) {
  // Debian has PgBouncer in /usr/sbin, which is not on everybody's PATH.
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", ...postgresFolders()];
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
