import { test } from "vitest";
import { expectCleanSeed } from "./seeds.testing.ts";

// One of the seeds that `npm run faults` plays by the hundred, with few orders: enough to notice that the fault run itself is broken.
test("with the faults of seed 14 no order is lost, printed twice or fulfilled twice", () => expectCleanSeed(14, 6));
