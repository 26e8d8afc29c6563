import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { startManagedProcess, type ManagedProcess } from "./managed-process.ts";
import { HALTED, type SupervisorOptions } from "./supervisor-protocol.ts";
import { waitFor } from "./wait-for.ts";

const SUPERVISOR = fileURLToPath(new URL("./supervisor.ts", import.meta.url));

/** Only a program that hangs takes so long, also on a slow machine. */
const LIMIT_MS = 120_000;

/** A part that can be away for a while and come back at the same address with the same folder. */
export interface SupervisedProcess extends ManagedProcess {
  /** Ends the program without ending the part; resolves when the program has ended. Nothing when it is away. */
  halt(): Promise<void>;
  /** Starts it again; resolves when it answers. Nothing when it runs. */
  resume(): Promise<void>;
}

/**
 * Starts a program under the supervisor and waits until it answers. `answers` may reject.
 * @throws Error with the program's last lines when it ends before that
 */
export async function startSupervisedProcess(
  name: string,
  options: SupervisorOptions,
  answers: () => Promise<boolean>,
): Promise<SupervisedProcess> {
  const output: string[] = [];
  let halted = false;
  const part = startManagedProcess({
    name,
    command: process.execPath,
    args: [SUPERVISOR, JSON.stringify(options)],
    onLine(line) {
      if (line === HALTED) halted = true;
      if (output.push(line) > 20) output.shift();
    },
  });
  let ended: string | null = null;
  void part.ended.then((how) => (ended = how));
  await waitFor(name, LIMIT_MS, async () => ended !== null || (await answers()));
  if (ended !== null) {
    if (options.remove) rmSync(options.remove, { recursive: true, force: true });
    throw new Error(`${name} ${ended}.\n${output.join("\n")}`);
  }
  let away: Promise<void> | null = null;
  const halt = async (): Promise<void> => {
    halted = false;
    part.writeLine("halt");
    // Until it has ended, not until it is silent: a program that is too busy to answer may still commit.
    await waitFor(`The end of ${name}`, LIMIT_MS, async () => halted || ended !== null);
  };
  return {
    ...part,
    halt: () => (away ??= halt()),
    async resume() {
      await away;
      away = null;
      part.writeLine("start");
      await waitFor(name, LIMIT_MS, answers);
    },
  };
}
