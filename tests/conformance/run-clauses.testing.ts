import { describe, expect, it } from "vitest";
import { clausesOf } from "./clauses.ts";
import { DIALECTS, nameOf } from "./dialects.ts";
import type { Dialect } from "./dialects.ts";
import { everyNth } from "../support/release.ts";

/** Shows one clause, in a world of its own; throws where it does not hold. */
export type Check<W> = (subject: W) => Promise<void>;
export type Checks<W> = Record<string, Check<W>>;

/**
 * One test for each clause of that side, named after the clause; none is forgotten, none invented. Before a release in each
 * dialect, in `npm test` in one of them: the checks take turns. A check that shows several clauses runs once for all of them.
 */
export function runClauses<W extends { close(): Promise<void> }>(
  side: "client" | "service",
  checks: Checks<W>,
  open: (dialect: Dialect) => Promise<W>,
): void {
  const clauses = clausesOf(side);

  it(`every clause of the ${side} has its check, and every check its clause`, () => {
    expect(Object.keys(checks).toSorted()).toEqual(clauses.map(({ id }) => id).toSorted());
  });

  const distinct = [...new Set(Object.values(checks))];
  for (const [at, dialect] of DIALECTS.entries()) {
    const tested = new Set(everyNth(distinct, at, DIALECTS.length));
    const results = new Map<Check<W>, Promise<void>>();
    const show = (check: Check<W>): Promise<void> => {
      const result = results.get(check) ?? runOnce(check, () => open(dialect));
      results.set(check, result);
      return result;
    };
    describe(nameOf(dialect), () => {
      for (const { id, demands } of clauses.filter(({ id }) => tested.has(checkOf(checks, id))))
        it(`${id}: ${demands}`, () => show(checkOf(checks, id)));
    });
  }
}

async function runOnce<W extends { close(): Promise<void> }>(check: Check<W>, open: () => Promise<W>): Promise<void> {
  const subject = await open();
  try {
    await check(subject);
  } finally {
    await subject.close();
  }
}

/** What several checks look at, seen once for each dialect: by the first one that asks, in its world. */
export function seenOnce<W extends { dialect: Dialect }, T>(
  see: (subject: W) => Promise<T>,
): (subject: W) => Promise<T> {
  const seen = new Map<Dialect, Promise<T>>();
  return (subject) => {
    const known = seen.get(subject.dialect) ?? see(subject);
    seen.set(subject.dialect, known);
    return known;
  };
}

/** One of the checks. @throws Error where none has that name: a check that is not there would pass */
export function checkOf<W>(checks: Checks<W>, name: string): Check<W> {
  const check = checks[name];
  if (!check) throw new Error(`there is no check ${name}`);
  return check;
}

/** The same check for several clauses: `fields` are the names after the slash. */
export const each = <W, T>(section: string, fields: Record<string, T>, check: (given: T) => Check<W>): Checks<W> =>
  Object.fromEntries(Object.entries(fields).map(([name, given]) => [`${section}/${name}`, check(given)]));
