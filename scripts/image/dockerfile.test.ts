import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { readSteps } from "./dockerfile.ts";

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");

it("steps of a Dockerfile are read with their stage, over broken lines", () => {
  expect(readSteps("# A remark\nFROM node AS build\nRUN a \\\n  && b\n\nFROM node\nCOPY --from=build /a ./\n")).toEqual(
    [
      { stage: "build", instruction: "FROM", rest: "node AS build" },
      { stage: "build", instruction: "RUN", rest: "a    && b" },
      { stage: "final", instruction: "FROM", rest: "node" },
      { stage: "final", instruction: "COPY", rest: "--from=build /a ./" },
    ],
  );
});

it("the image runs as a user without rights, and checks its health", () => {
  const final = readSteps(read("Dockerfile")).filter(({ stage }) => stage === "final");
  expect(final.find(({ instruction }) => instruction === "USER")?.rest).toBe("node");
  expect(final.find(({ instruction }) => instruction === "HEALTHCHECK")?.rest).toContain("/readyz");
});

it("the proxy keeps the private paths from the public, and no port of the app is open beside it", () => {
  expect(read("Caddyfile")).toMatch(
    /@private path \/metrics \/metrics\/\* \/readyz \/readyz\/\*\n\s+respond @private 404/,
  );
  expect(read("compose.proxy.yaml")).toContain("ports: !reset []");
});
