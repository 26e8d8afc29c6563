import type { Launched } from "./launch.ts";

/** A terminal and npm both forward Ctrl-C: a second signal within this time is the same one. */
const DUPLICATE_SIGNAL_MS = 500;

/**
 * Starts, and stays until Ctrl-C, SIGTERM, a closed window, or the end of a part; then stops everything and says why.
 * Resolves to the exit code: 0 when a person stopped it, 1 when it did not start or a part broke.
 */
export async function runUntilStopped(start: () => Promise<Launched>, print: (line: string) => void): Promise<0 | 1> {
  const stopRequested = waitForStopSignal();
  let launched: Launched | null;
  try {
    // While it starts nothing is worth an orderly end: the parts end automatically when we are gone.
    launched = await Promise.race([start(), stopRequested]);
  } catch (error) {
    print(error instanceof Error ? error.message : String(error));
    return 1;
  }
  if (launched === null) process.exit(0);
  const why = await Promise.race([stopRequested, launched.broken]);
  print(why === null ? "Stopping …" : `The ${why}. Stopping everything else …`);
  await launched.stop();
  print("Stopped.");
  return why === null ? 0 : 1;
}

/** Resolves at the first signal; a second one ends the process at once. */
function waitForStopSignal(): Promise<null> {
  return new Promise((resolve) => {
    let since: number | null = null;
    const ask = () => {
      if (since === null) since = performance.now();
      else if (performance.now() - since >= DUPLICATE_SIGNAL_MS) process.exit(1);
      resolve(null);
    };
    for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, ask);
  });
}
