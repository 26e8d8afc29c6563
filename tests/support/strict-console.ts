import { afterEach, beforeEach, vi } from "vitest";

/** A stray console.error or console.warn fails the test that made it. */
let strays: string[] = [];

beforeEach(() => {
  strays = [];
  for (const method of ["error", "warn"] as const) {
    vi.spyOn(console, method).mockImplementation(
      (...words: unknown[]) => void strays.push(words.map(String).join(" ")),
    );
  }
});

afterEach(() => {
  vi.restoreAllMocks();
  if (strays.length > 0) throw new Error(`The console was written to:\n${strays.join("\n")}`);
});
