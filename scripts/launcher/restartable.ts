import type { ManagedProcess } from "./managed-process.ts";
import { waitFor } from "./wait-for.ts";

/** A part under supervisor.ts that can be away for a while and come back at the same address with the same folder. */
export interface Restartable {
  /** Ends the program without ending the part; resolves when it does not answer any longer. */
  halt(): Promise<void>;
  /** Starts it again; resolves when it answers. Nothing when it runs. */
  resume(): Promise<void>;
}

/** `signal`: how the program is ended. `answers`: whether it can be used; may reject. */
export function restartable(
  part: ManagedProcess,
  signal: NodeJS.Signals,
  answers: () => Promise<boolean>,
): Restartable {
  const available = () => answers().catch(() => false);
  return {
    async halt() {
      part.writeLine(`halt ${signal}`);
      await waitFor(`The end of ${part.name}`, 20_000, async () => !(await available()));
    },
    async resume() {
      part.writeLine("start");
      await waitFor(part.name, 30_000, available);
    },
  };
}
