import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { TRANSITIONS } from "../app/orders/core/transitions.ts";

const TEXT = readFileSync(new URL("../ARCHITECTURE.md", import.meta.url), "utf8");
const MAX_BYTES = 16 * 1024;

/** Lines of the mermaid drawing of that kind, without indentation. */
function drawing(kind: string): string[] {
  const [, lines = ""] = new RegExp("```mermaid\\n" + kind + ".*\\n([\\s\\S]*?)```").exec(TEXT) ?? [];
  return lines.split("\n").map((line) => line.trim());
}

it("ARCHITECTURE.md is at most 16 KB", () => {
  expect(Buffer.byteLength(TEXT)).toBeLessThanOrEqual(MAX_BYTES);
});

describe("the drawing of the modules", () => {
  const { forbidden } = createRequire(import.meta.url)("../.dependency-cruiser.cjs") as {
    forbidden: { name: string; comment: string }[];
  };
  const uses = new Map(
    forbidden
      .filter(({ name }) => name.startsWith("module "))
      .map(({ name, comment }) => [name.slice("module ".length), comment.match(/[a-z/-]+(?=[,.])/g) ?? []]),
  );
  const modules = [...uses.keys()];
  const lines = drawing("flowchart");
  const linesOf = (subgraph: string) => {
    const from = lines.findIndex((line) => line.startsWith(`subgraph ${subgraph}[`));
    return lines.slice(from + 1, lines.indexOf("end", from)).filter((line) => line !== "direction LR");
  };
  const subgraphs = lines.flatMap((line) => /^subgraph (\w+)\[/.exec(line)?.slice(1) ?? []);
  const layers = subgraphs.map((name) => new Set(linesOf(name).flatMap((line) => line.split(/ ~~~ | --> /))));

  it("has every module in a layer, in the order of MODULES", () => {
    // Last come the folders on top of all modules, which MODULES does not list.
    expect(layers.at(-1)).toEqual(new Set(["composition", "http", "routes"]));
    const left = [...modules];
    const expected = layers.slice(0, -1).map(({ size }) => new Set(left.splice(0, size)));
    expect(layers.slice(0, -1)).toEqual(expected);
    expect(left).toEqual([]);
  });

  it("has the arrows between the modules of the orders, without those that follow from others", () => {
    const layer = layers[subgraphs.indexOf("orders")] ?? new Set();
    const within = (module: string) => (uses.get(module) ?? []).filter((used) => layer.has(used));
    const reaches = (module: string, other: string): boolean =>
      within(module).some((next) => next === other || reaches(next, other));
    const direct = [...layer].flatMap((module) =>
      within(module)
        .filter((used) => !within(module).some((other) => reaches(other, used)))
        .map((used) => `${module} --> ${used}`),
    );
    expect(linesOf("orders").toSorted()).toEqual(direct.toSorted());
  });
});

it("the state diagram is the table of transitions", () => {
  const lines = drawing("stateDiagram-v2");
  const anyOf = lines.flatMap((line) => /^state "(.*)" as unseen$/.exec(line)?.[1]?.split(", ") ?? []);
  const drawn = lines.flatMap((line) => {
    const [, from = "", to, event] = /^(\w+) --> (\w+): (\w+)$/.exec(line) ?? [];
    const states = from === "unseen" ? anyOf : [from];
    return event ? states.map((state) => `${state} --> ${to}: ${event}`) : [];
  });
  const table = Object.entries(TRANSITIONS).flatMap(([from, row]) =>
    Object.entries(row).map(([event, to]) => `${from} --> ${to}: ${event}`),
  );
  expect(drawn.toSorted()).toEqual(table.toSorted());
});
