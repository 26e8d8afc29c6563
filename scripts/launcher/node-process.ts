import { fileURLToPath, pathToFileURL } from "node:url";
import { startPart, type Part } from "./managed-process.ts";

const FOLLOW_PARENT = fileURLToPath(new URL("./follow-parent.ts", import.meta.url));

export interface OurPartOptions {
  name: string;
  script: string;
  args?: readonly string[];
  /** Modules to load before the script. */
  preload?: readonly string[];
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  onLine?(line: string, stream: "out" | "err"): void;
}

export interface OurPart {
  part: Part;
  /** The last lines that it wrote. */
  said(): string;
  /** The first line that fits. @throws Error with its last words when it ends before. */
  firstLine(fits: (line: string) => boolean): Promise<string>;
}

/** Starts a script of ours with this Node as a part: it ends when we end. */
export function ourPart(options: OurPartOptions): OurPart {
  const lines: string[] = [];
  const waiting: { fits(line: string): boolean; take(line: string): void }[] = [];
  const imports = [FOLLOW_PARENT, ...(options.preload ?? [])].flatMap((file) => ["--import", pathToFileURL(file).href]);
  const part = startPart({
    name: options.name,
    command: process.execPath,
    args: [...imports, options.script, ...(options.args ?? [])],
    env: options.env,
    cwd: options.cwd,
    patienceMs: 25_000,
    onLine(line, stream) {
      lines.push(line);
      if (lines.length > 30) lines.shift();
      for (const one of waiting) if (one.fits(line)) one.take(line);
      options.onLine?.(line, stream);
    },
  });
  const said = () => lines.join("\n");
  const firstLine = (fits: (line: string) => boolean) =>
    new Promise<string>((resolve, reject) => {
      waiting.push({ fits, take: resolve });
      void part.ended.then((how) => reject(new Error(`${options.name} ${how}.\n${said()}`)));
    });
  return { part, said, firstLine };
}
