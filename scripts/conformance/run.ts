import { asTable, FACT_WORDS } from "./findings.ts";
import { readOptions, type Options } from "./options.ts";
import { tryAccount } from "./try-account.ts";
import { tryVersion3 } from "./v3/try-account.ts";

export interface ConformanceRun {
  /** What a person reads, and how the command ends: 0 all as shown, 1 an answer differs, 2 not understood. */
  text: string;
  code: 0 | 1 | 2;
}

/** Tries a print service against the clauses or facts of its interface, as the command line says. */
export async function runConformance(
  args: string[],
  environment: { password?: string | undefined; accessToken?: string | undefined },
): Promise<ConformanceRun> {
  let options: Options;
  try {
    options = readOptions(args, environment);
  } catch (error) {
    return { text: error instanceof Error ? error.message : String(error), code: 2 };
  }
  const isVersion3 = options.version === "v3";
  const findings = await (isVersion3 ? tryVersion3 : tryAccount)(options, new Date());
  return {
    text: asTable(findings, isVersion3 ? FACT_WORDS : undefined),
    code: findings.some(({ verdict }) => verdict === "differs") ? 1 : 0,
  };
}
