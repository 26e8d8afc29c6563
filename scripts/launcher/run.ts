import type { Launched } from "./launch.ts";

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

/** Resolves at the first signal; the second one ends the process at once. */
function waitForStopSignal(): Promise<null> {
  return new Promise((resolve) => {
    let stopRequested = false;
    const ask = () => {
      if (stopRequested) process.exit(1);
      stopRequested = true;
      resolve(null);
    };
    for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, ask);
  });
}
