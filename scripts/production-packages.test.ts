import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

interface Locked {
  version?: string;
  dev?: boolean;
  hasInstallScript?: boolean;
  integrity?: string;
}

const lock = JSON.parse(readFileSync(new URL("../package-lock.json", import.meta.url), "utf8")) as {
  packages: Record<string, Locked>;
};
const production = Object.entries(lock.packages).filter(([path, one]) => path !== "" && !one.dev);
const nameOf = (path: string) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

it("no package of production runs a script when it is installed, but for those that are known", () => {
  const scripted = production.filter(([, one]) => one.hasInstallScript).map(([path]) => nameOf(path));
  // A new one: read what it fetches, and whether a lock file covers that.
  expect(scripted.sort()).toEqual(["msgpackr-extract"]);
});

it("every package of production is locked by its content", () => {
  expect(production.filter(([, one]) => !one.integrity).map(([path]) => path)).toEqual([]);
});

it("neither Prisma's command line nor TypeScript is a package of production", () => {
  const names = production.map(([path]) => nameOf(path));
  expect(names.filter((name) => ["prisma", "@prisma/engines", "effect", "typescript"].includes(name))).toEqual([]);
});

it("new migrations are written by the engine that Prisma's command line was built with", () => {
  const versionOf = (name: string) => lock.packages[`node_modules/@prisma/${name}`]?.version;
  expect(versionOf("schema-engine-wasm")).toBe(versionOf("engines-version"));
});
