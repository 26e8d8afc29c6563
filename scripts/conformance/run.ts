import { asTable } from "./findings.ts";
import { readOptions, type Options } from "./options.ts";
import { tryAccount } from "./try-account.ts";

export interface ConformanceRun {
  /** What a person reads, and how the command ends: 0 all as shown, 1 an answer differs, 2 not understood. */
  text: string;
  code: 0 | 1 | 2;
}

/** Tries a print service against the clauses of its interface, as the command line says. */
export async function runConformance(args: string[], password: string | undefined): Promise<ConformanceRun> {
  let options: Options;
  try {
    options = readOptions(args, password);
  } catch (error) {
    return { text: error instanceof Error ? error.message : String(error), code: 2 };
  }
  const findings = await tryAccount(options, new Date());
  return { text: asTable(findings), code: findings.some(({ verdict }) => verdict === "differs") ? 1 : 0 };
}
