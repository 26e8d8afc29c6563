import { expect } from "vitest";
import { UncertainError } from "../../../app/ports/errors.ts";
import { createPrintService } from "../../../app/print-service/index.ts";
import { fixedToken, noDeadline, printOrder, rawServer } from "../../../app/print-service/print-service.testing.ts";
import type { Checks } from "../run-clauses.testing.ts";
import { ITEM, REFERENCE } from "./harness.testing.ts";
import type { ClientHarness } from "./harness.testing.ts";
import { idOf } from "../../support/ids.ts";

const item = async (harness: ClientHarness) => (await harness.create()).items[0];

/** How the answer to create is read. */
export const CREATED_CHECKS: Checks<ClientHarness> = {
  "2.6/order_id": async (harness) => {
    expect((await harness.create()).reference).toBe(REFERENCE);
    const other = { status: 200, message: "ok", result: { order_id: "INK-1001-A8", order_items: [] } };
    const server = await rawServer((response) => void response.end(JSON.stringify(other)));
    const elsewhere = createPrintService({ ...harness.config, baseUrl: server.url, tokens: fixedToken }).forAccount(
      idOf("a1"),
    );
    await expect(elsewhere.create(printOrder(), noDeadline)).rejects.toBeInstanceOf(UncertainError);
    await server.close();
  },
  "2.6/order_items": async (harness) =>
    expect((await harness.create({ items: [ITEM, { ...ITEM, itemSku: "POSTER-A3" }] })).items).toHaveLength(2),
  "2.6/order_items-prefix_id": async (harness) =>
    expect(await item(harness)).toMatchObject({ serviceItemId: expect.stringMatching(/^\d+$/) }),
  "2.6/order_items-item_sku": async (harness) => expect(await item(harness)).toMatchObject({ itemSku: "MUG-11OZ" }),
  "2.6/order_items-unfulfill_quantity": async (harness) => expect(await item(harness)).toMatchObject({ quantity: 2 }),
  "4.3/answer": async (harness) => {
    expect(await harness.create()).toMatchObject({
      reference: REFERENCE,
      items: [{ itemSku: "MUG-11OZ", quantity: 2 }],
    });
    harness.standIn.addFault({ effect: "empty", endpoint: "create" });
    await expect(harness.create()).rejects.toBeInstanceOf(UncertainError);
  },
};
