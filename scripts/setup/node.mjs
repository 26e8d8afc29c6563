import { existsSync } from "node:fs";
import { join } from "node:path";
import { ROOT, run, say } from "./run.mjs";

const WANTED = 24;
const LEAST = [20, 10];

/** Installs the packages when they are not there. */
export function ensureDependencies() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < LEAST[0] || (major === LEAST[0] && minor < LEAST[1])) {
    throw new Error(`This is Node ${process.versions.node}; it takes Node ${LEAST.join(".")} or newer to begin.`);
  }
  if (existsSync(join(ROOT, "node_modules", ".package-lock.json"))) return;
  say("Installing the packages (npm ci), about a minute");
  const done = run("npm", ["ci"]);
  if (!done.ok) throw new Error(`npm ci failed:\n${done.output}`);
}

/**
 * The app runs on Node 24, which comes as a package; its install script may have been skipped.
 * @returns {string} path of a Node 24 or newer
 */
export function ensureNode24() {
  const own = join(ROOT, "node_modules", ".bin", "node");
  if (isNew(own)) return own;
  if (isNew(process.execPath)) return process.execPath;
  say("Fetching Node 24 (npm rebuild node)");
  const done = run("npm", ["rebuild", "node", "--ignore-scripts=false"]);
  if (isNew(own)) return own;
  throw new Error(
    `Node 24 is missing: the package "node" puts it into node_modules/.bin, but its install script did not run.\n` +
      `Either allow it (npm rebuild node) or install Node 24 yourself and start again.\n${done.output}`,
  );
}

/** @param {string} path */
function isNew(path) {
  const said = run(path, ["--version"]);
  return said.ok && Number(/^v(\d+)\./.exec(said.output)?.[1] ?? 0) >= WANTED;
}
