import { describe } from "vitest";
import { findPgBouncer } from "../../scripts/launcher/private-pgbouncer.ts";

/** Tests that need a PgBouncer. Where none is installed they are not tried, and their title says so. */
export function describePooler(what: string, tests: () => void): void {
  const missing = missingPgBouncer();
  describe.skipIf(missing !== null)(missing ? `${what}: NOT TRIED. ${missing}` : what, tests);
}

function missingPgBouncer(): string | null {
  try {
    findPgBouncer();
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}
