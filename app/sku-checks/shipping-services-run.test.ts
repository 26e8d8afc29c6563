import { afterAll, beforeAll, expect, it } from "vitest";
import { beginTurn } from "../long-runs/engine.ts";
import type { FurtherCalls, PrintAccountCalls } from "../ports/print-service.ts";
import { shippingServicesRun } from "./shipping-services-run.ts";
import { openSkuChecksWorld } from "./world.testing.ts";

const DAY_MS = 24 * 60 * 60_000;

let world: Awaited<ReturnType<typeof openSkuChecksWorld>>;
beforeAll(async () => void (world = await openSkuChecksWorld()));
afterAll(() => world.close());

it("the fees of all mapped SKUs are read once a day, 100 at once, of accounts whose interface names services", async () => {
  const skus = Array.from({ length: 130 }, (_, at) => `TEE-${at}`);
  const { printAccountId } = await world.shop(skus);
  await world.shop(["MUG"]);
  const asked: number[] = [];
  const shippingServices: FurtherCalls["shippingServices"] = (some) => {
    asked.push(some.length);
    const service = { madeIn: "US", destination: "US", name: "Standard", code: "STD", extraFee: null, taxFee: null };
    return Promise.resolve(some.map((itemSku) => ({ ...service, itemSku, fee: "4.00" })));
  };
  const further = () => Promise.resolve({ shippingServices } as Partial<FurtherCalls> as FurtherCalls);
  const calls = { further } as Partial<PrintAccountCalls> as PrintAccountCalls;
  const ctx = { ...world.ctx, printService: { forAccount: () => calls } };
  const due = async () => (await shippingServicesRun.due(ctx)).map(({ id }) => id);
  const work = () => shippingServicesRun.step(ctx, printAccountId, beginTurn(new AbortController().signal));

  expect(await due()).toEqual([]);
  await world.db.printAccount.update({ where: { id: printAccountId }, data: { interfaceVersion: "v3" } });
  expect(await due()).toEqual([printAccountId]);
  await work();
  expect(asked).toEqual([100, 30]);
  expect(await due()).toEqual([]);
  await work();
  expect(asked).toHaveLength(2);
  const { shippingServices: summary } = await world.db.printAccount.findUniqueOrThrow({
    where: { id: printAccountId },
  });
  expect(summary).toEqual([{ code: "STD", name: "Standard", destinations: ["US"] }]);
  world.advance(DAY_MS);
  expect(await due()).toEqual([printAccountId]);
});
