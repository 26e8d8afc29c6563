import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** What `git …args` prints. @throws Error with git's own words. */
export type Git = (...args: string[]) => string;

/** Git in a folder, by default this repository. */
export const gitIn =
  (folder = ROOT): Git =>
  (...args) =>
    execFileSync("git", args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();
