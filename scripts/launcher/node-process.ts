import { fileURLToPath, pathToFileURL } from "node:url";
import { startManagedProcess, type ManagedProcess } from "./managed-process.ts";

const FOLLOW_PARENT = fileURLToPath(new URL("./follow-parent.ts", import.meta.url));

export interface NodeProcessOptions {
  name: string;
  script: string;
  args?: readonly string[];
  /** Modules to load before the script. */
  preload?: readonly string[];
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  onLine?(line: string, stream: "out" | "err"): void;
}

export interface NodeProcess {
  part: ManagedProcess;
  /** The last lines that it wrote. */
  output(): string;
  /** The first line that fits. @throws Error with its last words when it ends before. */
  firstLine(matches: (line: string) => boolean): Promise<string>;
}

/** Starts a script of ours with this Node as a part: it ends when we end. */
export function startNodeProcess(options: NodeProcessOptions): NodeProcess {
  const lines: string[] = [];
  const lineWaiters: { matches(line: string): boolean; take(line: string): void }[] = [];
  const imports = [FOLLOW_PARENT, ...(options.preload ?? [])].flatMap((file) => ["--import", pathToFileURL(file).href]);
  const part = startManagedProcess({
    name: options.name,
    command: process.execPath,
    args: [...imports, options.script, ...(options.args ?? [])],
    env: options.env,
    cwd: options.cwd,
    gracePeriodMs: 25_000,
    onLine(line, stream) {
      lines.push(line);
      if (lines.length > 30) lines.shift();
      for (const one of lineWaiters) if (one.matches(line)) one.take(line);
      options.onLine?.(line, stream);
    },
  });
  const output = () => lines.join("\n");
  const firstLine = (matches: (line: string) => boolean) =>
    new Promise<string>((resolve, reject) => {
      lineWaiters.push({ matches, take: resolve });
      void part.ended.then((how) => reject(new Error(`${options.name} ${how}.\n${output()}`)));
    });
  return { part, output, firstLine };
}
