import { inject } from "vitest";

/** These cases before a release, none in `npm test`. For cases that differ from a tested one in a parameter only. */
export const onlyForRelease = <T>(cases: readonly T[]): readonly T[] => (inject("isRelease") ? cases : []);

/** Runs of a property that takes long: all of them before a release, a third in `npm test`. */
export const propertyRuns = (all: number): number => (inject("isRelease") ? all : Math.ceil(all / 3));
