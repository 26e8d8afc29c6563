import { test } from "vitest";
import { expectCleanSeed } from "./seeds.testing.ts";

test(
  "with the faults of seed 58 no order is lost, printed twice or fulfilled twice",
  () => expectCleanSeed(58),
  300_000,
);
