/** The pages of docs/reference say what the code says. */
import { parse as parseToml } from "smol-toml";
import { LONG_RUNS } from "../../app/composition/long-runs.server.ts";
import { periodicTasks, type PeriodicOptions } from "../../app/composition/periodic.server.ts";
import { DEFAULT_INTERVALS } from "../../app/composition/services.server.ts";
import { envVariables } from "../../app/config/env.server.ts";
import { shopSettings } from "../../app/settings/settings.ts";
import { readAppConfiguration } from "../app-configuration/read.ts";
import { FACTS } from "../conformance/v3/facts.ts";
import { formatLimit } from "../reference/format-limit.ts";
import { GENERATED_PAGES } from "../reference/pages.ts";
import { differences, differencesInOrder } from "./differences.ts";
import { filesBelow, read } from "./files.ts";
import { firstTable } from "./markdown-table.ts";

const FOLDER = "docs/reference";

export async function checkGeneratedPages(): Promise<string[]> {
  const stale: string[] = [];
  for (const [page, render] of Object.entries(GENERATED_PAGES))
    if (read(page) !== (await render())) stale.push(`${page} is not what npm run docs:reference writes`);
  return stale;
}

export function checkPeriodicJobs(): string[] {
  const page = `${FOLDER}/periodic-jobs.md`;
  const tasks = periodicTasks(DEFAULT_INTERVALS as PeriodicOptions);
  const rows = [...firstTable(page), ...firstTable(page, "Long runs")].map(([name, interval]) => [name, interval]);
  const kinds = LONG_RUNS.map(({ kind, everyMs }) => ({ name: kind, everyMs }));
  return differencesInOrder(
    page,
    rows,
    [...tasks, ...kinds].map(({ name, everyMs }) => [name, formatLimit("everyMs", everyMs)]),
  );
}

export function checkFactsOfVersion3(): string[] {
  const page = "docs/print-service-v3.md";
  const known = FACTS.map(({ id, says, sure, since }) => [id, says.replaceAll("`", ""), sure, since]);
  return differencesInOrder(page, firstTable(page, "Facts"), known);
}

export function checkSettings(): string[] {
  const page = `${FOLDER}/settings.md`;
  const rowsBelow = (heading: string) => firstTable(page, heading).map((row) => row.slice(0, 2));
  const variables = Object.entries(envVariables.shape).map(([name, schema]) => {
    const { data } = schema.safeParse(undefined);
    const hasDefault = data !== undefined && String(data) !== "";
    return [name, hasDefault ? String(data) : "none"];
  });
  const settings = Object.entries(shopSettings.parse({})).map(([name, value]) => [name, defaultOf(value)]);
  return [
    ...differences(`${page}, environment variables`, rowsBelow("Environment variables"), variables),
    ...differences(`${page}, settings of a shop`, rowsBelow("Settings of a shop"), settings),
  ];
}

function defaultOf(value: unknown): string {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return JSON.stringify(value);
  const parts = new Set(
    Object.values(value).map((one) =>
      Array.isArray(one)
        ? one.join(" ") || "empty lists"
        : one === null
          ? "none"
          : one === ""
            ? "empty texts"
            : typeof one === "object"
              ? defaultOf(one)
              : String(one),
    ),
  );
  return [...parts].join(", ");
}

export function checkScopes(): string[] {
  const page = `${FOLDER}/scopes.md`;
  const rows = firstTable(page);
  const granted = (how: string) => rows.flatMap(([scope = "", when = ""]) => (when.startsWith(how) ? scope : []));
  const { access_scopes: access } = readAppConfiguration(parseToml(read("shopify.app.toml")));
  const asking = filesBelow("app/components").filter(
    (view) => view.endsWith(".tsx") && read(view).includes("useScopeRequest("),
  );
  const named = rows.flatMap(([, when = ""]) => when.match(/app\/[\w/-]+\.tsx/g) ?? []);
  return [
    ...differences(`${page}, at the installation`, granted("at the installation"), access.scopes.split(",")),
    ...differences(`${page}, when asked for`, granted("when asked for"), access.optional_scopes),
    ...differences(`${page}, views that ask`, [...new Set(named)], asking),
    ...(rows.flat().includes("") ? [`${page} has an empty cell`] : []),
  ];
}

export function checkLimits(): string[] {
  const page = `${FOLDER}/limits.md`;
  const rows = [...read(page).matchAll(/^\| .*? *\| (.*?) *\| `(\S+)` `(\w+)` *\|$/gm)];
  const wrong = rows.flatMap(([, limit = "", file = "", name = ""]) => {
    const value = formatLimit(name, constantIn(read(file) + read("app/ports/clock.ts"), name));
    return value === limit ? [] : [`${page} says ${limit} for ${name}, ${file} says ${value}`];
  });
  return rows.length > 40 ? wrong : [`${page} has few rows: can its table still be read?`, ...wrong];
}

/** The value of a numeric constant: a product of numbers, of constants of the same file, and of units of time. */
function constantIn(text: string, name: string): number {
  const [, product] = new RegExp(`const ${name} = ([\\w *]+);`).exec(text) ?? [];
  if (product === undefined) throw new Error(`no constant ${name}`);
  return product
    .split("*")
    .map((factor) => factor.trim())
    .map((factor) => (/^\d/.test(factor) ? Number(factor.replaceAll("_", "")) : constantIn(text, factor)))
    .reduce((all, factor) => all * factor, 1);
}
