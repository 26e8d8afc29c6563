import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";

export const MB = 1024 * 1024;

/** Bytes of a folder's files; `nested: false`: without the packages inside. Links and what is not there have none. */
export async function folderBytes(path: string, options = { nested: true }): Promise<number> {
  const found = await lstat(path).catch(() => null);
  if (!found) return 0;
  if (!found.isDirectory()) return found.isFile() ? found.size : 0;
  const names = await readdir(path);
  const kept = names.filter((name) => name !== "node_modules" || options.nested);
  const sizes = await Promise.all(kept.map((name) => folderBytes(join(path, name), options)));
  return sizes.reduce((sum, size) => sum + size, 0);
}
