import { expect } from "vitest";
import { UnavailableError, UncertainError } from "../../../app/ports/errors.ts";
import type { Checks } from "../run-clauses.testing.ts";
import { DAY, ITEM } from "./harness.testing.ts";
import type { ClientHarness } from "./harness.testing.ts";

const list = (harness: ClientHarness) => harness.account.list({ ...DAY, limit: 50, page: 1 });

/** Successes, refusals and limits, in short: answers.test.ts runs the whole table. */
export const UNSPECIFIED_CHECKS: Checks<ClientHarness> = {
  "1/status-and-message": async (harness) => {
    expect(await list(harness)).toEqual([]);
    harness.standIn.addFault({ effect: "error_body", endpoint: "list" });
    await expect(list(harness)).rejects.toBeInstanceOf(UnavailableError);
  },
  "7/success": async (harness) => {
    for (const effect of ["html", "empty", "truncated", "error_body"] as const) {
      harness.standIn.addFault({ effect, endpoint: "create" });
      await expect(harness.create()).rejects.toBeInstanceOf(UncertainError);
    }
  },
  "7/error-shape-open": async (harness) => {
    harness.standIn.addFault({ effect: "body_status", endpoint: "create", message: "No such SKU" });
    await expect(harness.create()).rejects.toMatchObject({ name: "RejectedError", providerMessage: "No such SKU" });
    const items = [{ ...ITEM, itemSku: "NO-SUCH" }];
    await expect(harness.create({ items })).rejects.toMatchObject({
      name: "RejectedError",
      providerMessage: expect.stringContaining("NO-SUCH"),
    });
    harness.standIn.addFault({ effect: "bad_gateway", endpoint: "create" });
    await expect(harness.create()).rejects.toBeInstanceOf(UncertainError);
  },
  "8/rate-open": async (harness) => {
    harness.standIn.addFault({ effect: "too_many", endpoint: "create", retryAfter: "7" });
    await expect(harness.create()).rejects.toMatchObject({ name: "UnavailableError", retryAfterMs: 7000 });
    expect(harness.standIn.state().orders).toEqual([]);
  },
};
