import { expect } from "vitest";
import { Unavailable, Uncertain } from "../../../app/ports/errors.ts";
import type { Checks } from "../run-clauses.testing.ts";
import { DAY, ITEM } from "./harness.testing.ts";
import type { ClientWorld } from "./harness.testing.ts";

const list = (world: ClientWorld) => world.account.list({ ...DAY, limit: 50, page: 1 });

/** Successes, refusals and limits, in short: answers.test.ts runs the whole table. */
export const OPEN_CHECKS: Checks<ClientWorld> = {
  "1/status-and-message": async (world) => {
    expect(await list(world)).toEqual([]);
    world.standIn.addFault({ effect: "error_body", endpoint: "list" });
    await expect(list(world)).rejects.toBeInstanceOf(Unavailable);
  },
  "7/success": async (world) => {
    for (const effect of ["html", "empty", "truncated", "error_body"] as const) {
      world.standIn.addFault({ effect, endpoint: "create" });
      await expect(world.create()).rejects.toBeInstanceOf(Uncertain);
    }
  },
  "7/error-shape-open": async (world) => {
    world.standIn.addFault({ effect: "body_status", endpoint: "create", message: "No such SKU" });
    await expect(world.create()).rejects.toMatchObject({ name: "Rejected", words: "No such SKU" });
    const items = [{ ...ITEM, itemSku: "NO-SUCH" }];
    await expect(world.create({ items })).rejects.toMatchObject({
      name: "Rejected",
      words: expect.stringContaining("NO-SUCH"),
    });
    world.standIn.addFault({ effect: "bad_gateway", endpoint: "create" });
    await expect(world.create()).rejects.toBeInstanceOf(Uncertain);
  },
  "8/rate-open": async (world) => {
    world.standIn.addFault({ effect: "too_many", endpoint: "create", retryAfter: "7" });
    await expect(world.create()).rejects.toMatchObject({ name: "Unavailable", retryAfterMs: 7000 });
    expect(world.standIn.state().orders).toEqual([]);
  },
};
