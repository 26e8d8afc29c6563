import { readdirSync, readFileSync } from "node:fs";
import { parse as parseToml } from "smol-toml";
import { describe, expect, it } from "vitest";
import { periodicTasks } from "../app/composition/periodic.server.ts";
import type { PeriodicOptions } from "../app/composition/periodic.server.ts";
import { DEFAULT_INTERVALS } from "../app/composition/services.server.ts";
import { envVariables } from "../app/config/env.server.ts";
import { shopSettings } from "../app/settings/settings.ts";
import { readAppConfiguration } from "../scripts/app-configuration/read.ts";
import { formatLimit } from "../scripts/reference/format-limit.ts";
import { GENERATED_PAGES } from "../scripts/reference/pages.ts";
import { firstTable } from "./support/markdown-table.ts";

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), "utf8");
const PAGES = "docs/reference";

it.each(Object.entries(GENERATED_PAGES))("%s is what npm run docs:reference writes", async (path, render) => {
  expect(read(path)).toBe(await render());
});

it("periodic-jobs.md names every job with its interval", () => {
  const tasks = periodicTasks(DEFAULT_INTERVALS as PeriodicOptions);
  const rows = firstTable(`${PAGES}/periodic-jobs.md`).map(([name, interval]) => [name, interval]);
  expect(rows).toEqual(tasks.map(({ name, everyMs }) => [name, formatLimit("everyMs", everyMs)]));
});

describe("settings.md", () => {
  const rowsBelow = (heading: string) => firstTable(`${PAGES}/settings.md`, heading).map((row) => row.slice(0, 2));

  it("names every environment variable with its default", () => {
    const variables = Object.entries(envVariables.shape).map(([name, schema]) => {
      const { data } = schema.safeParse(undefined);
      const hasDefault = data !== undefined && String(data) !== "";
      return [name, hasDefault ? String(data) : "none"];
    });
    expect(rowsBelow("Environment variables").toSorted()).toEqual(variables.toSorted());
  });

  it("names every setting of a shop with its default", () => {
    const settings = Object.entries(shopSettings.parse({})).map(([name, value]) => [name, defaultOf(value)]);
    expect(rowsBelow("Settings of a shop").toSorted()).toEqual(settings.toSorted());
  });
});

function defaultOf(value: unknown): string {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return JSON.stringify(value);
  const parts = new Set(
    Object.values(value).map((one) =>
      Array.isArray(one) ? "empty lists" : one === null ? "none" : one || "empty texts",
    ),
  );
  return [...parts].join(", ");
}

describe("scopes.md", () => {
  const rows = firstTable(`${PAGES}/scopes.md`);
  const granted = (how: string) =>
    rows.flatMap(([scope = "", when = ""]) => (when.startsWith(how) ? scope : [])).toSorted();
  const { access_scopes: access } = readAppConfiguration(parseToml(read("shopify.app.toml")));

  it("names every scope of shopify.app.toml, what it is for, and what misses it", () => {
    expect(granted("at the installation")).toEqual(access.scopes.split(",").toSorted());
    expect(granted("when asked for")).toEqual(access.optional_scopes.toSorted());
    expect(rows.flat().filter((cell) => cell === "")).toEqual([]);
  });

  it("names the views that ask for optional scopes", () => {
    const views = readdirSync(new URL("../app/components", import.meta.url), { recursive: true, encoding: "utf8" });
    const asking = views
      .filter((view) => view.endsWith(".tsx"))
      .map((view) => `app/components/${view}`)
      .filter((view) => read(view).includes("useScopeRequest("));
    const named = rows.flatMap(([, when = ""]) => when.match(/app\/[\w/-]+\.tsx/g) ?? []);
    expect([...new Set(named)].toSorted()).toEqual(asking.toSorted());
  });
});

describe("limits.md", () => {
  const rows = read(`${PAGES}/limits.md`)
    .split("\n")
    .flatMap((line) => {
      const [, what, limit = "", file = "", name = ""] =
        /^\| (.*?) *\| (.*?) *\| `(\S+)` `(\w+)` *\|$/.exec(line) ?? [];
      return what ? [{ what, limit, file, name }] : [];
    });

  it("has rows", () => expect(rows.length).toBeGreaterThan(40));

  it.each(rows)("$file: $name", ({ limit, file, name }) => {
    expect(limit).toBe(formatLimit(name, constantIn(read(file), name)));
  });
});

/** The value of a numeric constant: a product of numbers and of constants of the same file. */
function constantIn(text: string, name: string): number {
  const [, product] = new RegExp(`const ${name} = ([\\w *]+);`).exec(text) ?? [];
  if (product === undefined) throw new Error(`no constant ${name}`);
  return product
    .split("*")
    .map((factor) => factor.trim())
    .map((factor) => (/^\d/.test(factor) ? Number(factor.replaceAll("_", "")) : constantIn(text, factor)))
    .reduce((all, factor) => all * factor, 1);
}
