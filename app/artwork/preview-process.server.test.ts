import { readdirSync, readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { until } from "../../tests/support/until.ts";
import { createPreviewProcess } from "./image-process.server.ts";

const MB = 1024 * 1024;
const LIMITS = { timeoutMs: 300_000, maxMemoryBytes: 512 * MB, idleMs: 3_600_000 };

/** Files of 14,100 x 14,100 pixels, which libvips made: 1.6 and 1.2 MB, compressed once more. */
const bomb = (name: string) => brotliDecompressSync(readFileSync(new URL(`./bombs/${name}.br`, import.meta.url)));
const BOMBS = ["interlaced-16-bit.png", "progressive.jpg"];

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 90, b: 20, alpha: 0.5 } } }).png();

function startPreviewProcess(limits: Partial<typeof LIMITS> = {}) {
  const warnings: string[] = [];
  const before = children();
  const { draw } = createPreviewProcess(
    { warn: (_fields, words) => void warnings.push(words) },
    { ...LIMITS, ...limits },
  );
  return {
    draw: (file: Buffer) => draw([file]),
    warnings,
    startedPids: () => children().filter((pid) => !before.includes(pid)),
  };
}

/** Linux: the processes that this one has started and that still run. */
function children(): string[] {
  const tasks = readdirSync(`/proc/${process.pid}/task`);
  return tasks.flatMap((task) =>
    readFileSync(`/proc/${process.pid}/task/${task}/children`, "utf8")
      .split(" ")
      .filter((pid) => pid !== ""),
  );
}

/** The most memory that a process ever held, in bytes. */
function peakOf(pid: string | undefined): number {
  const [, kilobytes = "0"] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) * 1024;
}

describe.runIf(process.platform === "linux")("the process that draws previews", () => {
  it.each(BOMBS)("holds little of %s of 199 megapixels, and draws the next picture", async (name) => {
    const { draw, startedPids, warnings } = startPreviewProcess();
    const file = bomb(name);
    const { width = 0, height = 0, isProgressive } = await sharp(file).metadata();
    expect([width * height, isProgressive]).toEqual([198_810_000, true]);
    const before = process.memoryUsage.rss();
    expect(await draw(file)).toBeNull();
    expect(peakOf(startedPids()[0])).toBeLessThan(256 * MB);
    expect(process.memoryUsage.rss() - before).toBeLessThan(128 * MB);
    expect(await draw(await picture(50, 50).toBuffer())).not.toBeNull();
    expect(warnings).toEqual([]);
  });

  it("ends when a picture takes more memory than it may hold, and another takes its place", async () => {
    const small = await picture(50, 50).toBuffer();
    const { draw, startedPids, warnings } = startPreviewProcess({ maxMemoryBytes: 160 * MB });
    expect(await draw(small)).not.toBeNull();
    const [first] = startedPids();
    // 121 MB, all of which has to be read before the first line is known.
    expect(await draw(await picture(5500, 5500).png({ progressive: true, compressionLevel: 1 }).toBuffer())).toBeNull();
    expect(warnings).toHaveLength(1);
    expect(await draw(small)).not.toBeNull();
    expect(startedPids()).not.toContain(first);
  });

  it("is killed when a picture takes too long, and another takes its place", async () => {
    const { draw, startedPids, warnings } = startPreviewProcess({ timeoutMs: 5 });
    expect(await draw(await picture(50, 50).toBuffer())).toBeNull();
    expect(warnings).toHaveLength(1);
    await until("it has ended", () => startedPids().length === 0);
  });

  it("draws one after another", async () => {
    const { draw, startedPids } = startPreviewProcess();
    const file = await picture(500, 250).toBuffer();
    const results = await Promise.all(Array.from({ length: 8 }, () => draw(file)));
    expect(results.every((one) => one !== null)).toBe(true);
    expect(startedPids()).toHaveLength(1);
  });

  it("ends when nothing is to be drawn for a while, and is started again", async () => {
    const { draw, startedPids } = startPreviewProcess({ idleMs: 10 });
    const file = await picture(50, 50).toBuffer();
    expect(await draw(file)).not.toBeNull();
    await until("it has ended", () => startedPids().length === 0);
    expect(await draw(file)).not.toBeNull();
  });

  it("has no setting of the app", async () => {
    const { draw, startedPids } = startPreviewProcess();
    await draw(await picture(50, 50).toBuffer());
    const names = readFileSync(`/proc/${startedPids()[0]}/environ`, "latin1")
      .split("\0")
      .map((one) => one.split("=")[0]);
    expect(names.filter((name) => name !== "" && !name?.startsWith("NODE_CHANNEL_"))).toEqual([
      "NODE_ENV",
      "MALLOC_ARENA_MAX",
    ]);
  });
});
