import { accessSync, constants, statfsSync } from "node:fs";
import { tmpdir } from "node:os";

/** Linux keeps it in memory. A container may have one of 64 MB. */
const SHARED_MEMORY = "/dev/shm";
/** A test run takes a quarter of it. */
const NEEDED_BYTES = 1024 ** 3;

/**
 * Where the folder of a database's files is made: in the system's temporary folder, or in memory where there is enough.
 * A database has hundreds of files, and making them costs six times the CPU time on a disk.
 */
export function dataParentFolder({ inMemory }: { inMemory: boolean }): string {
  return inMemory && hasRoom(SHARED_MEMORY) ? SHARED_MEMORY : tmpdir();
}

function hasRoom(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= NEEDED_BYTES;
  } catch {
    return false;
  }
}
