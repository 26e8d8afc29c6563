import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "./run.mjs";

/**
 * One hash over files and folders (below the project's folder), tests left out.
 * @param {string[]} paths
 */
export function hashOf(paths) {
  const hash = createHash("sha256");
  for (const path of paths)
    for (const file of filesOf(path)) hash.update(`${file}\0`).update(readFileSync(join(ROOT, file)));
  return hash.digest("hex");
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesOf(path) {
  const full = join(ROOT, path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return /\.test\.tsx?$/.test(path) ? [] : [path];
  return readdirSync(full)
    .sort()
    .flatMap((name) => filesOf(join(path, name)));
}

/**
 * Does the work unless the stamp says that it was done for these very sources.
 * @param {string} stampFile
 * @param {string} hash
 * @param {() => void} work
 */
export function unlessStamped(stampFile, hash, work) {
  const file = join(ROOT, stampFile);
  if (existsSync(file) && readFileSync(file, "utf8") === hash) return;
  work();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, hash);
}
