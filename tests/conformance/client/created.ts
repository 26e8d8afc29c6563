import { expect } from "vitest";
import { Uncertain } from "../../../app/ports/errors.ts";
import { createPrintService } from "../../../app/print-service/index.ts";
import { fixedToken, inNoHurry, printOrder, rawServer } from "../../../app/print-service/print-service.testing.ts";
import type { Checks } from "../run-clauses.testing.ts";
import { ITEM, REFERENCE } from "./harness.testing.ts";
import type { ClientWorld } from "./harness.testing.ts";

const item = async (world: ClientWorld) => (await world.create()).items[0];

/** How the answer to create is read. */
export const CREATED_CHECKS: Checks<ClientWorld> = {
  "2.6/order_id": async (world) => {
    expect((await world.create()).reference).toBe(REFERENCE);
    const other = { status: 200, message: "ok", result: { order_id: "INK-1001-A8", order_items: [] } };
    const server = await rawServer((response) => void response.end(JSON.stringify(other)));
    const elsewhere = createPrintService({ ...world.config, baseUrl: server.url, tokens: fixedToken }).forAccount("a1");
    await expect(elsewhere.create(printOrder(), inNoHurry)).rejects.toBeInstanceOf(Uncertain);
    await server.close();
  },
  "2.6/order_items": async (world) =>
    expect((await world.create({ items: [ITEM, { ...ITEM, itemSku: "POSTER-A3" }] })).items).toHaveLength(2),
  "2.6/order_items-prefix_id": async (world) =>
    expect(await item(world)).toMatchObject({ serviceItemId: expect.stringMatching(/^\d+$/) }),
  "2.6/order_items-item_sku": async (world) => expect(await item(world)).toMatchObject({ itemSku: "MUG-11OZ" }),
  "2.6/order_items-unfulfill_quantity": async (world) => expect(await item(world)).toMatchObject({ quantity: 2 }),
  "4.3/answer": async (world) => {
    expect(await world.create()).toMatchObject({ reference: REFERENCE, items: [{ itemSku: "MUG-11OZ", quantity: 2 }] });
    world.standIn.addFault({ effect: "empty", endpoint: "create" });
    await expect(world.create()).rejects.toBeInstanceOf(Uncertain);
  },
};
