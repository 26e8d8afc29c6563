import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openFreshDatabase } from "../../tests/support/database.ts";
import type { Basket } from "./basket.ts";
import { quote } from "./quote.ts";
import { openQuotesWorld } from "./world.testing.ts";

let database: Awaited<ReturnType<typeof openFreshDatabase>>;
let world: Awaited<ReturnType<typeof openQuotesWorld>>;
beforeAll(async () => void (database = await openFreshDatabase()));
afterAll(() => database.drop());
beforeEach(async () => void (world = await openQuotesWorld(database)));
afterEach(() => world.service.close());

const basket = (...skus: string[]): Basket => ({
  countryCode: "US",
  provinceCode: "OR",
  items: skus.map((itemSku) => ({ itemSku, quantity: 2 })),
});
const quoteSkus = async (...skus: string[]) =>
  quote(world.process(), await world.shop(), basket(...skus), { maxAgeMs: 60_000 });

describe("a rejected basket", () => {
  it("names the SKUs that are rejected alone, too", async () => {
    const result = await quoteSkus("TEE-BLACK-M", "NOPE", "MUG-11OZ", "NEITHER", "NOPE");
    expect(result).toMatchObject({ status: "rejected", providerMessage: expect.stringContaining("does not exist") });
    expect(result.status === "rejected" && result.rejectedSkus.toSorted()).toEqual(["NEITHER", "NOPE"]);
    expect(world.priceRequests()).toBe(1 + 4);
  });

  it("with one item is not requested again", async () => {
    expect(await quoteSkus("NOPE")).toMatchObject({ status: "rejected", rejectedSkus: ["NOPE"] });
    expect(world.priceRequests()).toBe(1);
  });

  it("names no SKU where each alone is accepted", async () => {
    world.service.addFault({ effect: "body_status", endpoint: "test_price", times: 1 });
    expect(await quoteSkus("TEE-BLACK-M", "MUG-11OZ")).toMatchObject({ status: "rejected", rejectedSkus: [] });
  });
});

it("an accepted basket has a price, and the sum of its lines", async () => {
  expect(await quoteSkus("TEE-BLACK-M", "MUG-11OZ")).toMatchObject({
    status: "priced",
    price: { total: "33.28" },
    linesTotal: "33.28",
    inconsistentSkus: [],
  });
});

it("no answer is no price", async () => {
  world.service.addFault({ effect: "server_error", endpoint: "test_price" });
  expect(await quoteSkus("TEE-BLACK-M")).toEqual({ status: "unavailable" });
});
