import { spawn, type ChildProcess } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, afterEach, expect, test } from "vitest";
import { onlyForRelease } from "./support/release.ts";
import { until } from "./support/until.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const RUN = pathToFileURL(join(ROOT, "scripts/launcher/run.ts")).href;

/** Stands in for each program of a script: the last one stays as the launcher does, those before it succeed at once. */
const PROGRAM = `
import { runUntilStopped } from ${JSON.stringify(RUN)};
const isLast = process.env.npm_lifecycle_script.split("&&").at(-1).includes(process.argv.slice(2).join(" "));
if (isLast && process.env.npm_lifecycle_event !== "prestart") {
  const open = setInterval(() => {}, 60_000);
  // The time that parts take to stop, in which a second signal may come.
  const stop = () => new Promise((resolve) => setTimeout(resolve, 300, clearInterval(open)));
  process.exitCode = await runUntilStopped(async () => {
    console.log("runs as " + process.pid);
    return { broken: new Promise(() => {}), stop };
  }, console.log);
}
`;

/** The scripts of package.json, in a folder whose programs are the one above. */
const home = mkdtempSync(join(tmpdir(), "inkbridge-npm-"));
const bin = join(home, "node_modules/.bin");
mkdirSync(bin, { recursive: true });
cpSync(join(ROOT, "package.json"), join(home, "package.json"));
writeFileSync(join(home, "program.mjs"), PROGRAM);
for (const name of ["node", "vitest", "stryker"]) {
  writeFileSync(join(bin, name), `#!/bin/sh\nexec "${process.execPath}" "${home}/program.mjs" "$@"\n`);
  chmodSync(join(bin, name), 0o755);
}
afterAll(() => rmSync(home, { recursive: true, force: true }));

let running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) if (child.pid) killGroup(child.pid);
});

function killGroup(leader: number): void {
  try {
    process.kill(-leader, "SIGKILL");
  } catch {
    // Nothing of it is left.
  }
}

/** `npm run <name>`, as a terminal starts it: in a process group of its own. */
async function npmRun(name: string) {
  const child = spawn("npm", ["run", name], { cwd: home, detached: true });
  running = [...running, child];
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part: Buffer) => (output += part.toString()));
  // The output ends when the last process that has it is gone.
  let code: number | null | undefined;
  child.once("close", (ended) => (code = ended));
  await until(`the program of ${name}`, () => output.includes("runs as ") || code !== undefined);
  const allGone = () => until(`the end of every process of ${name}`, () => code !== undefined);
  return { child, output: () => output, allGone, code: () => code };
}

const STAYING = ["start", ...onlyForRelease(["sandbox", "dev", "dev:store", "demo", "faults"])];

test.each(STAYING)("npm run %s leaves no process when npm is terminated", async (name) => {
  const { child, output, allGone, code } = await npmRun(name);
  child.kill("SIGTERM");
  await allGone();
  expect(output()).toContain("Stopped.");
  expect(code()).toBe(0);
});

test("Ctrl-C, which both the terminal and npm forward, ends it in order", async () => {
  const { child, output, allGone, code } = await npmRun("sandbox");
  process.kill(-(child.pid ?? Number.NaN), "SIGINT");
  // Two signals that come at once may count as one: this one comes for certain.
  await until("the first signal", () => output().includes("Stopping"));
  child.kill("SIGINT");
  await allGone();
  expect(output()).toContain("Stopped.");
  expect(code()).toBe(0);
});
