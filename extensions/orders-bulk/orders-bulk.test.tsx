import { setUpExtension } from "@shopify/ui-extensions-tester";
import { expect, test, vi } from "vitest";
import type { BulkLine } from "../../app/extension-api/responses.ts";
import { card } from "../common/mock-app.testing.ts";
import { eventually, openExtension } from "../common/open-extension.testing.ts";
import messages from "./locales/en.default.json" with { type: "json" };

const gid = (number: number) => `gid://shopify/Order/${number}`;

async function show(app: Record<string, unknown[]>, selected = [1, 2]) {
  const extension = setUpExtension("admin.order-index.selection-action.render");
  extension.shopify.close = vi.fn();
  return openExtension(extension, { selected: selected.map(gid), messages, app });
}

type Shown = Awaited<ReturnType<typeof show>>;

function choose(shown: Shown, value: string): void {
  const list = shown.all("s-choice-list")[0] as HTMLElement & { values: string[] };
  list.values = [value];
  list.dispatchEvent(new Event("change"));
}

const line = (number: number, changes: Partial<BulkLine> = {}): BulkLine => ({
  gid: gid(number),
  name: `#${number}`,
  done: true,
  state: { label: "Waiting", tone: "caution" },
  reason: null,
  message: "",
  ...changes,
});

test("each order has its own result, failed orders first", async () => {
  const left = line(2, { done: false, message: "Already sent to the print service." });
  using shown = await show({ "POST orders": [{ lines: [line(1), left] }] });
  choose(shown, "send_now");
  await eventually(() => expect(shown.buttons()).toContain("Send 2 orders"));
  expect(shown.text()).toContain("can't be canceled");
  shown.click("Send 2 orders");
  await eventually(() => expect(shown.text()).toContain("1 of 2 couldn't be updated."));
  expect(shown.posted().map(({ body }) => body)).toEqual([{ action: "send_now", orders: [gid(1), gid(2)] }]);
  expect(shown.text().indexOf("#2")).toBeLessThan(shown.text().indexOf("#1"));
  expect(shown.text()).toContain("Already sent to the print service.");
  expect(shown.buttons()).toEqual(["Close"]);
});

test("an order that needed no changes is no failure", async () => {
  using shown = await show({ "POST orders": [{ lines: [line(1), line(2, { message: "No changes needed." })] }] });
  choose(shown, "hold");
  await eventually(() => expect(shown.buttons()).toContain("Hold 2 orders"));
  shown.click("Hold 2 orders");
  await eventually(() => expect(shown.text()).toContain("1 of 2 needed no changes."));
  expect(shown.text()).toContain("No changes needed.");
});

test("a check refreshes every order in a request of its own", async () => {
  const state = { label: "Sent to print", tone: "info" } as const;
  using shown = await show({
    "POST orders/1": [{ done: true, messages: ["Updated."], card: card({ name: "#1", state }) }],
    "POST orders/2": [new Response("", { status: 502 })],
  });
  shown.click("Refresh 2 orders");
  await eventually(() => expect(shown.text()).toContain("1 of 2 couldn't be updated."));
  expect(shown.posted().map(({ body }) => body)).toEqual([{ action: "refresh" }, { action: "refresh" }]);
  expect(shown.text()).toContain("Sent to print");
  expect(shown.text()).toContain("Order 2");
  expect(shown.text()).toContain("can't be reached");
});

test("many orders are sent in batches, and each has a result", async () => {
  const numbers = Array.from({ length: 150 }, (_, at) => at + 1);
  const lines = (from: number, to: number) => ({ lines: numbers.slice(from, to).map((number) => line(number)) });
  using shown = await show({ "POST orders": [lines(0, 100), lines(100, 150)] }, numbers);
  choose(shown, "hold");
  await eventually(() => expect(shown.buttons()).toContain("Hold 150 orders"));
  shown.click("Hold 150 orders");
  await eventually(() => expect(shown.text()).toContain("All 150 orders updated."));
  expect(shown.posted().map(({ body }) => (body as { orders: string[] }).orders.length)).toEqual([100, 50]);
});

test("every order fails while the app cannot be reached", async () => {
  using shown = await show({});
  choose(shown, "approve");
  await eventually(() => expect(shown.buttons()).toContain("Approve 2 orders"));
  shown.click("Approve 2 orders");
  await eventually(() => expect(shown.text()).toContain("2 of 2 couldn't be updated."));
});
