import { inject, it } from "vitest";

/** These cases before a release, none in `npm test`. For cases that differ from a tested one in a parameter only. */
export const onlyForRelease = <T>(cases: readonly T[]): readonly T[] => (inject("isRelease") ? cases : []);

/** Runs of a property that takes long: all of them before a release, a third in `npm test`. */
export const propertyRuns = (all: number): number => (inject("isRelease") ? all : Math.ceil(all / 3));

/** All cases before a release. In `npm test` every `of`-th, beginning with number `first`: several lists share the cases. */
export const everyNth = <T>(cases: readonly T[], first: number, of: number): readonly T[] =>
  inject("isRelease") ? cases : cases.filter((_, at) => at % of === first);

/** `it` of a test that runs before a release alone: what it shows is shown in `npm test` at a lower level, or in a like case. */
export const itForRelease = it.runIf(inject("isRelease"));
