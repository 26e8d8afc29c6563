import { measureSlowness } from "../support/measure-slowness.ts";

/** As vitest.config.ts does for the tests: support/slowness.ts, which is loaded after this, multiplies the limits of all waits by it. */
process.env["INKBRIDGE_TEST_SLOWNESS"] ??= String(measureSlowness());
