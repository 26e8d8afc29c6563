/**
 * `npm run image:play`: plays the COPY and RUN steps of the Dockerfile in folders, where no container engine is, with this
 * machine's Node. Prints what each step adds over the base image, and leaves the app in .cache/image.
 */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { basename, join, matchesGlob } from "node:path";
import { fileURLToPath } from "node:url";
import { readSteps, type Step } from "./image/dockerfile.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const TARGET = join(ROOT, ".cache/image");
const MAX_MB = 250;

const ignoreLines = readFileSync(join(ROOT, ".dockerignore"), "utf8").trim().split("\n");
mkdirSync(join(ROOT, ".cache"), { recursive: true });
// Beside the target: a rename moves it there. Not below the packages of the checkout.
const scratch = mkdtempSync(join(ROOT, "../.inkbridge-image-"));
const environment = new Map<string, string>();
let workdir = "/";
let total = 0;

try {
  for (const step of readSteps(readFileSync(join(ROOT, "Dockerfile"), "utf8"))) play(step);
  rmSync(TARGET, { recursive: true, force: true });
  renameSync(join(scratch, "final/app"), TARGET);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
console.log(`${total} MB over the base image (at most ${MAX_MB} MB): ${TARGET}`);
process.exitCode = total > MAX_MB ? 1 : 0;

function play(step: Step): void {
  const folder = join(scratch, step.stage);
  if (step.instruction === "FROM") {
    environment.clear();
    mkdirSync(folder, { recursive: true });
  } else if (step.instruction === "ENV") {
    for (const pair of step.rest.split(" ")) environment.set(...(pair.split("=") as [string, string]));
  } else if (step.instruction === "WORKDIR") {
    workdir = step.rest;
    mkdirSync(join(folder, workdir), { recursive: true });
  } else if (step.instruction === "RUN" || step.instruction === "COPY") {
    const before = megabytes(folder);
    if (step.instruction === "RUN") run(step.rest, join(folder, workdir));
    else copy(step.rest.split(/\s+/), join(folder, workdir));
    const added = megabytes(folder) - before;
    console.log(`${String(added).padStart(5)} MB  ${step.stage}: ${step.instruction} ${step.rest}`);
    if (step.stage === "final") total += added;
  }
}

function run(command: string, cwd: string): void {
  const env = { ...process.env, ...Object.fromEntries(environment) };
  execFileSync("sh", ["-c", command], { cwd, env, stdio: ["ignore", "ignore", "inherit"] });
}

function copy(words: string[], to: string): void {
  const from = words[0]?.startsWith("--from=") ? join(scratch, words.shift()?.slice("--from=".length) ?? "") : ROOT;
  const target = join(to, words.at(-1) ?? "");
  for (const source of words.slice(0, -1)) {
    const path = join(from, source);
    const intoFolder = words.at(-1)?.endsWith("/") === true && source !== ".";
    if (!existsSync(path)) throw new Error(`COPY ${source}: no such file`);
    cpSync(path, intoFolder ? join(target, basename(path)) : target, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => from !== ROOT || !isIgnored(file.slice(ROOT.length)),
    });
  }
}

/** The last line that matches decides, as Docker has it. */
function isIgnored(path: string): boolean {
  const first = path.split("/")[0] ?? "";
  const line = ignoreLines.findLast((one) => matchesGlob(first, one.replace(/^!/, "")));
  return line !== undefined && !line.startsWith("!");
}

function megabytes(folder: string): number {
  return Number(execFileSync("du", ["-sm", folder], { encoding: "utf8" }).split("\t")[0]);
}
