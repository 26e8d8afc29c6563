/** How many times slower than a quick idle machine this one is, measured at the start of the run (vitest.config.ts); at least 1. */
export const slowness = Math.max(1, Number(process.env["INKBRIDGE_TEST_SLOWNESS"] ?? "1"));
