export interface Finding {
  /** Id of tests/conformance/clauses.ts, or of v3/facts.ts. */
  clause: string;
  verdict: "ok" | "differs" | "not tried";
  /** What was seen: kinds and counts, no personal data and no token. */
  summary: string;
}

export interface Findings {
  all(): Finding[];
  judge(clause: string, ok: boolean, summary: string): void;
  notTried(clauses: string[], why: string): void;
}

const CLAUSE_WORDS: Record<Finding["verdict"], [string, string]> = {
  ok: ["ok", "ok"],
  differs: ["differs", "differ"],
  "not tried": ["not tried", "not tried"],
};

/** Of facts, which are less sure than clauses. */
export const FACT_WORDS: typeof CLAUSE_WORDS = {
  ok: ["confirmed", "confirmed"],
  differs: ["different", "different"],
  "not tried": ["not seen", "not seen"],
};

/** A clause that was judged several times differs when it differed once. */
export function collectFindings(): Findings {
  const found = new Map<string, Finding>();
  return {
    all: () => [...found.values()],
    judge(clause, ok, summary) {
      if (found.get(clause)?.verdict === "differs") return;
      found.set(clause, { clause, verdict: ok ? "ok" : "differs", summary });
    },
    notTried(clauses, why) {
      for (const clause of clauses)
        if (!found.has(clause)) found.set(clause, { clause, verdict: "not tried", summary: why });
    },
  };
}

/** The table for a terminal, and one line that sums it up. `words`: of the verdicts, in the table and in the sum. */
export function asTable(
  findings: Finding[],
  words: Record<Finding["verdict"], [inTable: string, inSum: string]> = CLAUSE_WORDS,
): string {
  const width = Math.max(6, ...findings.map(({ clause }) => clause.length));
  const line = (clause: string, verdict: string, summary: string) =>
    `${clause.padEnd(width)}  ${verdict.padEnd(9)}  ${summary}`.trimEnd();
  const count = (verdict: Finding["verdict"]) => findings.filter((f) => f.verdict === verdict).length;
  return [
    line("clause", "", "what was seen"),
    ...findings.map(({ clause, verdict, summary }) => line(clause, words[verdict][0], summary)),
    "",
    (["ok", "differs", "not tried"] as const).map((verdict) => `${count(verdict)} ${words[verdict][1]}`).join(", "),
  ].join("\n");
}
