import { expect } from "vitest";
import { seenOnce } from "../run-clauses.testing.ts";
import type { Check, Checks } from "../run-clauses.testing.ts";
import { LIST, expectRejected, expectAccepted } from "./service.testing.ts";
import type { Service } from "./service.testing.ts";

const rows = async (service: Service, ask: Record<string, unknown> = {}): Promise<string[]> => {
  const { body } = await service.get(LIST, ask);
  return body.orders.map((order: { order_name: string }) => order.order_name);
};
async function many(service: Service, count: number): Promise<void> {
  for (let n = 0; n < count; n++) expectAccepted(await service.create({ order_id: `CONF-${n}-MANY` }));
}

/** The order of noon is within the range up to its own second, and outside beyond. */
const bound =
  (name: "created_at_min" | "created_at_max", within: string, without: string): Check<Service> =>
  async (service) => {
    expectAccepted(await service.create());
    expect(await rows(service, { [name]: within })).toEqual(["CONF-0001"]);
    expect(await rows(service, { [name]: without })).toEqual([]);
    for (const wrong of ["yesterday", "2026-11-20T00:00:00Z"])
      expectRejected(await service.get(LIST, { [name]: wrong }));
  };
/** What the list shows of more orders than fit on a page of the usual length. */
const ofMany = seenOnce(async (service: Service) => {
  await many(service, 53);
  return {
    plain: await rows(service),
    limit50: await rows(service, { limit: 50 }),
    limit200: await rows(service, { limit: 200 }),
    pages: await Promise.all([1, 2, 3].map((page) => rows(service, { page }))),
  };
});
const limit: Check<Service> = async (service) => {
  const { limit50, limit200 } = await ofMany(service);
  expect([limit50.length, limit200.length]).toEqual([50, 53]);
  for (const wrong of [49, 201, "all"]) expectRejected(await service.get(LIST, { limit: wrong }));
};
const limitDefault: Check<Service> = async (service) => expect((await ofMany(service)).plain).toHaveLength(50);
const pageDefault: Check<Service> = async (service) => {
  const { plain, pages } = await ofMany(service);
  expect(plain).toEqual(pages[0]);
};

export const LIST_CHECKS: Checks<Service> = {
  "4.5/get": async (service) => {
    expect((await service.post(LIST, {})).httpStatus).toBe(404);
    expectAccepted(await service.get(LIST));
  },
  "4.5/created_at_min": bound("created_at_min", "2026-11-20 12:00:00", "2026-11-20 12:00:01"),
  "4.5/created_at_min-default": async (service) => {
    expectAccepted(await service.create());
    expect(await rows(service, { created_at_max: "2026-11-21 00:00:00" })).toEqual(["CONF-0001"]);
    expect(await rows(service, { created_at_max: "2026-11-19 23:59:59" })).toEqual([]);
  },
  "4.5/created_at_max": bound("created_at_max", "2026-11-20 12:00:00", "2026-11-20 11:59:59"),
  "4.5/created_at_max-default": async (service) => {
    expectAccepted(await service.create());
    expect(await rows(service, { created_at_min: "2026-11-19 00:00:00" })).toEqual(["CONF-0001"]);
    expect(await rows(service, { created_at_min: "2026-11-21 00:00:00" })).toEqual([]);
  },
  "4.5/limit": limit,
  "4.5/limit-default": limitDefault,
  "4.5/page": async (service) => {
    const [first = [], second = [], third] = (await ofMany(service)).pages;
    expect(new Set([...first, ...second]).size).toBe(53);
    expect(third).toEqual([]);
  },
  "4.5/page-default": pageDefault,
  "4.5/length": async (service) => {
    expect((await service.get(LIST)).body.length).toBe(0);
    await many(service, 2);
    expect((await service.get(LIST)).body.length).toBe(2);
  },
  "4.5/orders": async (service) => {
    expect((await service.get(LIST)).body.orders).toEqual([]);
    await many(service, 2);
    expect(await rows(service)).toHaveLength(2);
  },
  "8/limit": async (service) => {
    await limit(service);
    await limitDefault(service);
  },
  "8/page": pageDefault,
};
