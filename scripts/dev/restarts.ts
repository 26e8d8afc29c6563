import { relative } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** What Vite brings to a running page: views, styles and what the routes themselves hold. */
const PAGES = /^app\/(routes|components)\/|^app\/(root|entry\.client)\.tsx$|\.css$/;
const PROCESS = /^(app|server)\/|^vite\.config\.ts$/;
const TEST = /\.test\.tsx?$|\.testing\.tsx?$/;

/**
 * Whether a change of this file (full path) wants a new process. Services, database and queues live in modules that
 * nobody may load twice, so nothing below the pages is exchanged while the process runs.
 */
export function needsRestart(file: string): boolean {
  const path = relative(ROOT, file).replaceAll("\\", "/");
  return /\.\w+$/.test(path) && PROCESS.test(path) && !PAGES.test(path) && !TEST.test(path);
}
