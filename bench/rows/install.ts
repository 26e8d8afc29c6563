import { execFile, spawn } from "node:child_process";
import { readFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { readSteps } from "../../scripts/image/dockerfile.ts";
import type { Line } from "../figures.ts";
import { folderBytes, MB } from "../folder-bytes.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const run = promisify(execFile);

/** What a new user waits for, and what the image adds to its base image. In a clone of the last commit; takes the network. */
export async function installRows(): Promise<Line[]> {
  const parent = await mkdtemp(join(tmpdir(), "inkbridge-install-"));
  const clone = join(parent, "inkbridge");
  try {
    await run("git", ["clone", "--quiet", "--depth", "1", `file://${ROOT}`, clone]);
    const start = performance.now();
    await run("npm", ["ci"], { cwd: clone });
    const installedMs = performance.now() - start;
    await fulfilledOrder(clone);
    const fulfilledMs = performance.now() - start;
    const row = { id: "R11", floor: null, goal: null };
    return [
      {
        ...row,
        name: "npm ci to the first fulfilled order",
        unit: "s",
        ours: [fulfilledMs / 1000],
        note: `npm ci ${(installedMs / 1000).toFixed(0)} s; the rest is npm run demo, which builds the app first. Database, Redis and Chromium are on the machine`,
      },
      {
        ...row,
        name: "what the image adds to node:24-slim",
        unit: "MB",
        ours: [(await imageBytes(clone)) / MB],
        note: "the steps of its Dockerfile in a folder: this machine has no Docker",
      },
    ];
  } finally {
    await rm(parent, { recursive: true, force: true });
  }
}

/** Plays the demo until the first fulfillment is in Shopify. @throws Error where the demo ends before */
async function fulfilledOrder(clone: string): Promise<void> {
  const demo = spawn("npm", ["run", "demo"], { cwd: clone, stdio: ["ignore", "pipe", "inherit"], detached: true });
  const ended = new Promise<void>((resolve) => demo.once("exit", () => resolve()));
  try {
    for await (const line of createInterface(demo.stdout)) if (/fulfillment #\S+:/.test(line)) return;
    throw new Error("npm run demo fulfilled no order");
  } finally {
    if (demo.pid && demo.exitCode === null) process.kill(-demo.pid, "SIGTERM");
    await ended;
  }
}

/** Installs and trims as the Dockerfile does, then sums what its last stage copies. */
async function imageBytes(clone: string): Promise<number> {
  const steps = readSteps(await readFile(join(clone, "Dockerfile"), "utf8"));
  const build = steps.filter(({ stage, instruction }) => stage === "build" && instruction === "RUN");
  for (const { rest } of build) await run("sh", ["-c", rest], { cwd: clone, maxBuffer: 64 * MB });
  const copied = steps
    .filter(({ stage, instruction }) => stage === "final" && instruction === "COPY")
    .flatMap(({ rest }) => [...rest.matchAll(/\/app\/(\S+)/g)].map(([, path]) => join(clone, path ?? "")));
  const sizes = await Promise.all(copied.map((path) => folderBytes(path)));
  return sizes.reduce((sum, size) => sum + size, 0);
}
