import { checkEach, combine, type Invariant } from "./invariant.ts";

export const catalogChangesAreWhole: Invariant = {
  number: 16,
  statement: "A bulk edit, rule or import is carried out once and wholly, and a kept mapping releases its orders.",
  check({ catalog }) {
    return combine(
      checkEach(catalog.mappings, ({ key, wanted, stored }) =>
        wanted === stored ? null : `${key} is mapped to ${stored}, and staff mapped it to ${wanted}`,
      ),
      checkEach(catalog.savedByRule, ({ key, times }) => (times === 1 ? null : `${key} was saved ${times} times`)),
      { count: 1, violations: catalog.leftByRule.map((left) => `a rule did not reach it: ${left}`) },
      { count: 1, violations: [...catalog.unfinished] },
      {
        count: 1,
        violations: catalog.heldWithoutChange.map((name) => `${name} is held for a change that staff settled`),
      },
    );
  },
};
