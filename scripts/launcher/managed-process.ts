import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** A process beside the launcher. It ends when its standard input ends, so it cannot outlive the launcher. */
export interface ManagedProcess {
  name: string;
  /** Resolves when it has ended, whatever the reason, with words for a person. */
  ended: Promise<string>;
  /** Asks it to end, waits, and kills it when it does not. */
  stop(): Promise<void>;
  /** Writes a line to its standard input. */
  writeLine(line: string): void;
}

export interface ManagedProcessOptions {
  name: string;
  command: string;
  args: readonly string[];
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  onLine(line: string, stream: "out" | "err"): void;
  /** How long it may take to end automatically, in milliseconds. */
  gracePeriodMs?: number;
}

/**
 * Starts a part. In a process group of its own: Ctrl-C reaches the launcher alone, which stops the parts in order.
 * The program must end automatically when its standard input ends (follow-parent.ts, supervisor.ts).
 */
export function startManagedProcess(options: ManagedProcessOptions): ManagedProcess {
  const child = spawn(options.command, [...options.args], {
    cwd: options.cwd,
    env: options.env ?? process.env,
    stdio: ["pipe", "pipe", "pipe"],
    detached: true,
  });
  // The part may be gone when its input is closed.
  child.stdin.on("error", () => undefined);
  createInterface({ input: child.stdout }).on("line", (line) => options.onLine(line, "out"));
  createInterface({ input: child.stderr }).on("line", (line) => options.onLine(line, "err"));

  const ended = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(`could not be started: ${error.message}`));
    child.once("close", (code, signal) => resolve(signal ? `was ended by ${signal}` : `ended with code ${code}`));
  });

  const stop = async (): Promise<void> => {
    child.stdin.end();
    const timer = setTimeout(() => child.kill("SIGKILL"), options.gracePeriodMs ?? 15_000);
    await ended;
    clearTimeout(timer);
  };
  const writeLine = (line: string): void => void child.stdin.write(`${line}\n`);
  return { name: options.name, ended, stop, writeLine };
}
