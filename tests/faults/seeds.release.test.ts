import { test } from "vitest";
import { expectCleanSeed } from "./seeds.testing.ts";

test.for([14, 58])("with the faults of seed %d no order is lost, printed twice or fulfilled twice", (seed) =>
  expectCleanSeed(seed, 16),
);
