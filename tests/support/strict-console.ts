import { afterEach, beforeEach, vi } from "vitest";

/** An unexpected console.error or console.warn fails the test that made it. */
let unexpected: string[] = [];

beforeEach(() => {
  unexpected = [];
  for (const method of ["error", "warn"] as const) {
    vi.spyOn(console, method).mockImplementation(
      (...args: unknown[]) => void unexpected.push(args.map(String).join(" ")),
    );
  }
});

afterEach(() => {
  vi.restoreAllMocks();
  if (unexpected.length > 0) throw new Error(`The console was written to:\n${unexpected.join("\n")}`);
});
