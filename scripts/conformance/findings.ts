export interface Finding {
  /** Id of tests/conformance/clauses.ts. */
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

/** The table for a terminal, and one line that sums it up. */
export function asTable(findings: Finding[]): string {
  const width = Math.max(6, ...findings.map(({ clause }) => clause.length));
  const line = (clause: string, verdict: string, summary: string) =>
    `${clause.padEnd(width)}  ${verdict.padEnd(9)}  ${summary}`.trimEnd();
  const count = (verdict: Finding["verdict"]) => findings.filter((f) => f.verdict === verdict).length;
  return [
    line("clause", "", "what was seen"),
    ...findings.map(({ clause, verdict, summary }) => line(clause, verdict, summary)),
    "",
    `${count("ok")} ok, ${count("differs")} differ, ${count("not tried")} not tried`,
  ].join("\n");
}
