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
 * dialect, in `npm test` in one of them: the clauses take turns.
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

  for (const [at, dialect] of DIALECTS.entries()) {
    const tested = everyNth(clauses, at, DIALECTS.length);
    describe(nameOf(dialect), () => {
      for (const { id, demands } of tested) {
        it(`${id}: ${demands}`, async () => {
          const subject = await open(dialect);
          try {
            await checkOf(checks, id)(subject);
          } finally {
            await subject.close();
          }
        });
      }
    });
  }
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
