import { readFileSync } from "node:fs";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The files that wait most come first, so that at a run's end no worker is left alone with one of them. */
const LONGEST_FIRST = ["tests/browser/", "tests/faults/", "tests/flows/", "tests/"];

/** Runs the longest kinds of files first. Files of one kind, and their tests, are shuffled by the seed. */
export class FileOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config;
    const { seed } = this.ctx.config.sequence;
    const places = new Map(files.map((file) => [file, placeOf(root, file.moduleId, seed)]));
    return Promise.resolve(
      files.toSorted((a, b) => {
        const byGroup = a.project.config.sequence.groupOrder - b.project.config.sequence.groupOrder;
        return byGroup || a.project.name.localeCompare(b.project.name) || compare(places.get(a), places.get(b));
      }),
    );
  }
}

type Place = readonly [environment: number, kind: number, within: number];

function placeOf(root: string, file: string, seed: number): Place {
  const path = file.slice(root.length + 1);
  const kind = LONGEST_FIRST.findIndex((start) => path.startsWith(start));
  // A worker ends where the environment changes, and all that it has loaded with it.
  const environment = /@vitest-environment/.test(readFileSync(file, "utf8")) ? 0 : 1;
  return [environment, kind < 0 ? LONGEST_FIRST.length : kind, shuffled(path, seed)];
}

const compare = (a: Place = [0, 0, 0], b: Place = [0, 0, 0]): number => a[0] - b[0] || a[1] - b[1] || a[2] - b[2];

/** A number that looks random, and is the same for the same path and seed (FNV-1a). */
function shuffled(path: string, seed: number): number {
  let hash = 0x811c9dc5 ^ seed;
  for (const letter of path) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
  return hash >>> 0;
}
