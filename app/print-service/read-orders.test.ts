import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { listAll } from "./read-orders.ts";
import type { Session } from "./session.ts";

const RANGE = { from: "2026-11-20 00:00:00", to: "2026-11-20 23:59:59" };

/** What a service says to one request for a page. */
interface PageSource {
  orders: number[];
  length: number;
}

/** A session with a service that says this of page 1, 2, …; an order is its number, with as many items. */
function sessionWith(pageOf: (page: number) => PageSource): Session & { asked: number } {
  const session = {
    prefix: "svc",
    walkMs: 60_000,
    asked: 0,
    call: async ({ fields }: { fields: Record<string, unknown> }) => {
      session.asked += 1;
      const { orders, length } = pageOf(Number(fields["page"]));
      const item = { item_sku: "TEE", unfulfill_quantity: 1 };
      const rows = orders.map((n) => ({
        svc_order_id: `P${n}`,
        order_name: `INK-${n}`,
        order_items: Array.from({ length: n % 4 }, () => item),
      }));
      return { kind: "ok" as const, body: { status: 200, length, orders: rows } };
    },
  };
  return session as unknown as Session & { asked: number };
}

const numbers = async (session: Session) => {
  const { rows, complete } = await listAll(session, RANGE);
  return { rows: rows.map((row) => Number(row.reference.slice(4))).toSorted((a, b) => a - b), complete };
};
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1);

/** Any pages of at least one order: by items, by bytes, fewer than asked for, now long, now short. */
const pages = fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 8 }).map((sizes) => {
  let next = 0;
  return sizes.map((size) => Array.from({ length: size }, () => (next += 1)));
});
const lengths = fc.constantFrom("page", "range", "items", "nothing");

function lengthOf(which: string, page: readonly number[], all: readonly number[]): number {
  if (which === "page") return page.length;
  if (which === "range") return all.length;
  return which === "items" ? page.reduce((sum, n) => sum + (n % 4), 0) : 0;
}

describe("a reading of the list", () => {
  it("has every order, whatever fills a page and whatever `length` counts", async () => {
    const beyond = fc.constantFrom("nothing", "the last page again");
    await fc.assert(
      fc.asyncProperty(pages, lengths, beyond, async (made, which, after) => {
        const all = made.flat();
        const pageOf = (page: number) => made[page - 1] ?? (after === "nothing" ? [] : (made.at(-1) ?? []));
        const session = sessionWith((page) => ({ orders: pageOf(page), length: lengthOf(which, pageOf(page), all) }));
        expect(await numbers(session)).toEqual({ rows: all, complete: after === "nothing" || all.length === 0 });
        expect(session.asked).toBeLessThanOrEqual(made.length + 2);
      }),
    );
  });

  it("that is whole has every order that was there when it began, while others come in and move them on", async () => {
    const arrivals = fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(fc.nat(60), fc.integer({ min: 1, max: 10 }), arrivals, async (before, size, coming) => {
        let newest = before;
        const waves = [...coming];
        const session = sessionWith((page) => {
          const newestFirst = upTo(newest).toReversed();
          newest += waves.shift() ?? 0;
          const orders = newestFirst.slice((page - 1) * size, page * size);
          return { orders, length: orders.length };
        });
        const { rows, complete } = await numbers(session);
        // Pages' worth of new orders between the requests show the same page again and again: that is not whole.
        if (complete) expect(rows).toEqual(expect.arrayContaining(upTo(before)));
        else expect(coming.reduce((sum, some) => sum + some, 0)).toBeGreaterThanOrEqual(2 * size);
      }),
    );
  });

  it("does not end where pages shrink while it continues, and show again what is known", async () => {
    // 200 at first, 20 from the second request on: pages 2 to 10 have nothing new.
    const all = upTo(230);
    const session = sessionWith((page) => {
      const orders = page === 1 ? all.slice(0, 200) : all.slice((page - 1) * 20, page * 20);
      return { orders, length: orders.length };
    });
    expect(await numbers(session)).toEqual({ rows: all, complete: true });
  });

  it("of a service that shows one page only is not whole", async () => {
    const session = sessionWith(() => ({ orders: upTo(8), length: 8 }));
    expect(await numbers(session)).toEqual({ rows: upTo(8), complete: false });
    expect(session.asked).toBe(3);
  });

  it("ends where the last page is repeated, and cut shorter now and then", async () => {
    const all = upTo(230);
    let asked = 0;
    const session = sessionWith((page) => {
      const limit = ++asked % 3 === 0 ? 20 : 200;
      const number = Math.min(page, Math.ceil(all.length / limit));
      const orders = all.slice((number - 1) * limit, number * limit);
      return { orders, length: orders.length };
    });
    expect(await numbers(session)).toEqual({ rows: all, complete: false });
  });

  it.each([
    ["shows one page, and promises more", () => ({ orders: upTo(3), length: 9 })],
    ["ends with fewer than it promised", (page: number) => ({ orders: page === 1 ? upTo(3) : [], length: 9 })],
  ])("fails where the service %s", async (_name, pageOf) => {
    await expect(listAll(sessionWith(pageOf), RANGE)).rejects.toMatchObject({ message: "list: pages_incomplete" });
  });

  it("fails where there is no end", async () => {
    const endless = sessionWith((page) => ({ orders: [2 * page, 2 * page + 1], length: 2 }));
    await expect(listAll(endless, RANGE)).rejects.toMatchObject({ message: "list: too_many_pages" });
    expect(endless.asked).toBe(500);
  });
});
