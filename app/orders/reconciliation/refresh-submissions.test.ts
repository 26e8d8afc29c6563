import { afterAll, beforeAll, expect, it } from "vitest";
import { CAPABILITIES, type PrintAccountCalls, type SyncedOrder } from "../../ports/print-service.ts";
import { gidOf } from "../../ports/gid.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { refreshSubmissions } from "./repair.ts";

const LINE = { gid: gidOf("LineItem", "1"), sku: "TEE-BLACK-M", quantity: 1 };
const DAY = 86_400_000;
const OTHER = [{ reference: "1002-0123456789ABCDEF", serviceOrderId: "2" } as SyncedOrder];
let world: Awaited<ReturnType<typeof openOrdersWorld>>;

beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());

it.each([
  { list: "that is complete", complete: true, honored: true, outcome: "absent" },
  { list: "that may lack orders", complete: false, honored: true, outcome: "unavailable" },
  { list: "of other days", complete: true, honored: false, outcome: "date_filter_ignored" },
] as const)("what neither detail nor a list $list shows: $outcome", async ({ complete, honored, outcome }) => {
  const { submission, account } = await world.order([LINE], "shipped");
  const calls: Pick<PrintAccountCalls, "capabilities" | "detail" | "listAll" | "list"> = {
    capabilities: () => Promise.resolve(CAPABILITIES.v1),
    detail: () => Promise.resolve(null),
    listAll: () => Promise.resolve({ rows: OTHER, complete }),
    list: () => Promise.resolve(honored ? [] : OTHER),
  };
  const ctx = { ...world.ctx, printService: { forAccount: () => calls as PrintAccountCalls } };
  const row = await world.db.submission.findUniqueOrThrow({ where: { id: submission.id } });
  const now = world.ctx.clock.now();
  const days = { begin: new Date(now.getTime() - DAY), end: now };
  const refreshed = await refreshSubmissions(ctx, account.id, [row], days, { userId: "7" });
  expect([...refreshed]).toEqual([[row.id, outcome]]);
});
