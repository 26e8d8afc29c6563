import { accessSync, constants, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Where Debian puts PostgreSQL's programs, which it keeps off the PATH; newest first. */
function postgresFolders(): string[] {
  try {
    const versions = readdirSync("/usr/lib/postgresql");
    return versions.sort((a, b) => Number(b) - Number(a)).map((v) => join("/usr/lib/postgresql", v, "bin"));
  } catch {
    return [];
  }
}

/** Full path of a program. @throws Error with how to install it */
export function findProgram(name: string, hint: string): string {
  // Debian has PgBouncer in /usr/sbin, which is not on everybody's PATH.
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", ...postgresFolders()];
  for (const folder of folders) {
    const path = join(folder, name);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Not in this folder.
    }
  }
  throw new Error(`${name} is not installed. ${hint}`);
}
