import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { startManagedProcess, type ManagedProcess } from "./managed-process.ts";
import type { SupervisorOptions } from "./supervisor.ts";
import { waitFor } from "./wait-for.ts";

const SUPERVISOR = fileURLToPath(new URL("./supervisor.ts", import.meta.url));

/**
 * Starts a program under the supervisor and waits until it answers.
 * @throws Error with the program's last lines when it ends before that
 */
export async function startSupervisedProcess(
  name: string,
  options: SupervisorOptions,
  answers: () => Promise<boolean>,
): Promise<ManagedProcess> {
  const output: string[] = [];
  const part = startManagedProcess({
    name,
    command: process.execPath,
    args: [SUPERVISOR, JSON.stringify(options)],
    onLine: (line) => void (output.push(line) > 20 && output.shift()),
  });
  let ended: string | null = null;
  void part.ended.then((how) => (ended = how));
  await waitFor(name, 30_000, async () => ended !== null || (await answers()));
  if (ended === null) return part;
  if (options.remove) rmSync(options.remove, { recursive: true, force: true });
  throw new Error(`${name} ${ended}.\n${output.join("\n")}`);
}
