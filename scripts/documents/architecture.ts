/** The drawings of ARCHITECTURE.md are those of the code. */
import { createRequire } from "node:module";
import { TRANSITIONS } from "../../app/orders/core/transitions.ts";
import { differences } from "./differences.ts";
import { read } from "./files.ts";

const PAGE = "ARCHITECTURE.md";
const MAX_BYTES = 16 * 1024;

export function checkSize(): string[] {
  return Buffer.byteLength(read(PAGE)) > MAX_BYTES ? [`${PAGE} is larger than ${MAX_BYTES} bytes`] : [];
}

/** Lines of the mermaid drawing of that kind, without indentation. */
function drawing(kind: string): string[] {
  const [, lines = ""] = new RegExp("```mermaid\\n" + kind + ".*\\n([\\s\\S]*?)```").exec(read(PAGE)) ?? [];
  return lines.split("\n").map((line) => line.trim());
}

/** The modules in the order of MODULES, each with those that it may use. */
function allowedUses(): Map<string, readonly string[]> {
  const { forbidden } = createRequire(import.meta.url)("../../.dependency-cruiser.cjs") as {
    forbidden: { name: string; comment: string }[];
  };
  return new Map(
    forbidden
      .filter(({ name }) => name.startsWith("module "))
      .map(({ name, comment }) => [name.slice("module ".length), comment.match(/[a-z/-]+(?=[,.])/g) ?? []]),
  );
}

/** The lines of each subgraph, by its name. */
function subgraphs(): Map<string, string[]> {
  const lines = drawing("flowchart");
  const names = lines.flatMap((line) => /^subgraph (\w+)\[/.exec(line)?.slice(1) ?? []);
  return new Map(
    names.map((name) => {
      const from = lines.findIndex((line) => line.startsWith(`subgraph ${name}[`));
      return [name, lines.slice(from + 1, lines.indexOf("end", from)).filter((line) => line !== "direction LR")];
    }),
  );
}

const modulesIn = (lines: readonly string[]): Set<string> =>
  new Set(lines.flatMap((line) => line.split(/ ~~~ | --> /)));

/** Every module is in a layer, in the order of MODULES. Last come the folders on top, which MODULES does not list. */
export function checkLayers(): string[] {
  const layers = [...subgraphs()].map(([name, lines]) => ({ name, modules: modulesIn(lines) }));
  const top = layers.pop();
  const left = [...allowedUses().keys()];
  return [
    ...differences(`${PAGE}, the top layer`, [...(top?.modules ?? [])], ["composition", "http", "routes"]),
    ...layers.flatMap(({ name, modules }) =>
      differences(`${PAGE}, the layer ${name}`, [...modules], left.splice(0, modules.size)),
    ),
    ...left.map((module) => `${PAGE} has no layer with ${module}`),
  ];
}

/** The drawing has the arrows between the modules of the orders, without those that follow from others. */
export function checkArrowsOfOrders(): string[] {
  const uses = allowedUses();
  const lines = subgraphs().get("orders") ?? [];
  const layer = modulesIn(lines);
  const within = (module: string) => (uses.get(module) ?? []).filter((used) => layer.has(used));
  const reaches = (module: string, other: string): boolean =>
    within(module).some((next) => next === other || reaches(next, other));
  const direct = [...layer].flatMap((module) =>
    within(module)
      .filter((used) => !within(module).some((other) => reaches(other, used)))
      .map((used) => `${module} --> ${used}`),
  );
  return differences(`${PAGE}, the layer orders`, lines, direct);
}

export function checkStates(): string[] {
  const lines = drawing("stateDiagram-v2");
  const several = new Map(
    lines.flatMap((line) => {
      const [, states, name] = /^state "(.*)" as (\w+)$/.exec(line) ?? [];
      return states && name ? [[name, states.split(", ")] as const] : [];
    }),
  );
  const drawn = lines.flatMap((line) => {
    const [, from = "", to, event] = /^(\w+) --> (\w+): (\w+)$/.exec(line) ?? [];
    const states = several.get(from) ?? [from];
    return event ? states.map((state) => `${state} --> ${to}: ${event}`) : [];
  });
  const table = Object.entries(TRANSITIONS).flatMap(([from, row]) =>
    Object.entries(row).map(([event, to]) => `${from} --> ${to}: ${event}`),
  );
  return differences(`${PAGE}, the state diagram`, drawn, table);
}
