import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export type FolderLock = { held: true; release(): void } | { held: false; why: string };

interface Owner {
  pid: number;
  /** Distinguishes a process from a later one with the same id; null where the system does not show it. */
  born: string | null;
}

/**
 * Takes a folder for this process. A lock that a dead process left behind is taken over.
 * Two database processes on one folder would lose rows, and neither would notice.
 */
export function lockFolder(folder: string): FolderLock {
  mkdirSync(folder, { recursive: true });
  const file = `${folder.replace(/\/+$/, "")}.lock`;
  const me: Owner = { pid: process.pid, born: bornAt(process.pid) };
  for (let tries = 0; tries < 5; tries++) {
    try {
      writeFileSync(file, JSON.stringify(me), { flag: "wx" });
      return { held: true, release: () => rmSync(file, { force: true }) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const owner = readOwner(file);
    if (owner && isAlive(owner)) {
      const why = `${folder} is in use by process ${owner.pid}. Stop that one first (Ctrl-C in its window, or: kill ${owner.pid}).`;
      return { held: false, why };
    }
    setAside(file);
  }
  return { held: false, why: `${file} keeps changing: another start is under way. Try again in a moment.` };
}

/** Renaming is atomic: of two processes that find the same stale lock, one moves it and the other finds it gone. */
function setAside(file: string): void {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    rmSync(aside, { force: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

function readOwner(file: string): Owner | null {
  try {
    const owner = JSON.parse(readFileSync(file, "utf8")) as Partial<Owner>;
    return typeof owner.pid === "number" ? { pid: owner.pid, born: owner.born ?? null } : null;
  } catch {
    return null;
  }
}

function isAlive(owner: Owner): boolean {
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    // EPERM: it is there, and another user's.
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
  }
  return owner.born === null || owner.born === bornAt(owner.pid);
}

/** Boot and clock tick of a process's start, from Linux's /proc. */
function bornAt(pid: number): string | null {
  try {
    const stat = readFileSync(join("/proc", String(pid), "stat"), "utf8");
    // The name in brackets may hold spaces; the start time is the 20th field after it.
    const tick = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    return tick ? `${boot}/${tick}` : null;
  } catch {
    return null;
  }
}
