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

describe("the drawing of the rooms", () => {
  const { forbidden } = createRequire(import.meta.url)("../.dependency-cruiser.cjs") as {
    forbidden: { name: string; comment: string }[];
  };
  const uses = new Map(
    forbidden
      .filter(({ name }) => name.startsWith("room "))
      .map(({ name, comment }) => [name.slice("room ".length), comment.match(/[a-z/-]+(?=[,.])/g) ?? []]),
  );
  const rooms = [...uses.keys()];
  const lines = drawing("flowchart");
  const linesOf = (subgraph: string) => {
    const from = lines.findIndex((line) => line.startsWith(`subgraph ${subgraph}[`));
    return lines.slice(from + 1, lines.indexOf("end", from)).filter((line) => line !== "direction LR");
  };
  const subgraphs = lines.flatMap((line) => /^subgraph (\w+)\[/.exec(line)?.slice(1) ?? []);
  const floors = subgraphs.map((name) => new Set(linesOf(name).flatMap((line) => line.split(/ ~~~ | --> /))));

  it("has every room on a floor, in the order of ROOMS", () => {
    // Last come the folders on top of all rooms, which ROOMS does not list.
    expect(floors.at(-1)).toEqual(new Set(["composition", "http", "routes"]));
    const left = [...rooms];
    const expected = floors.slice(0, -1).map(({ size }) => new Set(left.splice(0, size)));
    expect(floors.slice(0, -1)).toEqual(expected);
    expect(left).toEqual([]);
  });

  it("has the arrows between the rooms of the orders, without those that follow from others", () => {
    const floor = floors[subgraphs.indexOf("orders")] ?? new Set();
    const within = (room: string) => (uses.get(room) ?? []).filter((used) => floor.has(used));
    const reaches = (room: string, other: string): boolean =>
      within(room).some((next) => next === other || reaches(next, other));
    const direct = [...floor].flatMap((room) =>
      within(room)
        .filter((used) => !within(room).some((other) => reaches(other, used)))
        .map((used) => `${room} --> ${used}`),
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
