import { setUpExtension } from "@shopify/ui-extensions-tester";
import { expect, onTestFinished, test, vi } from "vitest";
import type {
  ActionResponse,
  CardAction,
  CardReason,
  OrderCard,
  OrderMoney,
} from "../../app/extension-api/responses.ts";
import { card } from "../common/mock-app.testing.ts";
import { eventually, openExtension } from "../common/open-extension.testing.ts";
import messages from "./locales/en.default.json" with { type: "json" };

const MONEY: OrderMoney = {
  cost: "$12.40 USD",
  costLabel: null,
  margin: { amount: "$7.60 USD (38%)", loss: false },
  messages: [],
};
const hold: CardAction = {
  action: "hold",
  submissionId: "s1",
  seen: [],
  label: "Put on hold",
  resolvesReason: false,
  primary: false,
  confirmation: null,
};
const replace: CardAction = {
  action: "replace",
  submissionId: "s1",
  seen: [],
  label: "Send replacement",
  resolvesReason: true,
  primary: false,
  confirmation: {
    title: "Send replacement?",
    message: "The items are sent to print again.",
    reference: "ref-1",
    resolvedReasons: [],
    items: [{ title: "Tee, Black", itemSku: "TEE-BLK", quantity: 2 }],
    checkboxLabel: "It will not be printed.",
    buttonLabel: "Send replacement",
    destructive: true,
  },
};
const reason = (id: string, message: string): CardReason => ({
  id,
  label: { label: `Label ${id}`, tone: "warning" },
  message,
  about: null,
  details: [],
  fix: `Fix ${id}`,
  link: { label: "Go to settings", href: "app:app/settings" },
});

async function show(app: Record<string, unknown[]>) {
  const extension = setUpExtension("admin.order-details.block.render");
  const navigate = vi.fn();
  extension.shopify.navigation.navigate = navigate;
  const money = { "GET orders/1001/money?submission=s1": [MONEY] };
  const shown = await openExtension(extension, {
    selected: ["gid://shopify/Order/1001"],
    messages,
    app: { ...money, ...app },
  });
  return Object.assign(shown, { navigate });
}

const read = (changes: Partial<OrderCard>) => ({ "GET orders/1001": [card(changes)] });

test("an order without problems offers its replacement only in the action", async () => {
  using shown = await show(read({ actions: [{ ...replace, resolvesReason: false }] }));
  await eventually(() => expect(shown.buttons()).toEqual(["Refresh"]));
  expect(shown.all("s-link").map((link) => link.textContent)).toContain("All actions");
});

test("an order in its edit window shows its state, a countdown with the time zone, the price and two actions", async () => {
  const countdown = {
    label: "Goes to print",
    elapsedLabel: null,
    at: "2026-11-21T12:23:00Z",
    atText: "November 21, 2026 at 1:23 PM GMT+1",
  };
  using shown = await show(read({ countdown, actions: [hold, replace] }));
  await eventually(() => expect(shown.text()).toContain("$7.60 USD (38%)"));
  expect(shown.text()).toContain("Waiting");
  expect(shown.text()).toContain("Goes to print in 23 minutes, on November 21, 2026 at 1:23 PM GMT+1.");
  expect(shown.text()).toContain("$12.40 USD");
  expect(shown.buttons()).toEqual(["Put on hold", "Send replacement…"]);
  expect(shown.all("s-admin-block")[0]?.getAttribute("heading")).toBe("Inkbridge order");
});

test("the cost of several print orders is named as theirs", async () => {
  const money = { ...MONEY, costLabel: "Total of 2 print orders" };
  using shown = await show({ ...read({}), "GET orders/1001/money?submission=s1": [money] });
  await eventually(() => expect(shown.text()).toContain("Total of 2 print orders"));
  expect(shown.text()).not.toContain(messages.common.cost);
});

test("only the next step is a primary button, never one that dismisses", async () => {
  const acknowledge = { ...hold, action: "acknowledge", label: "Mark as resolved", resolvesReason: true };
  const lookUp = { ...hold, action: "look_up", label: "Check now", resolvesReason: true, primary: true };
  using shown = await show({
    "GET orders/1001": [card({ actions: [acknowledge] })],
    "POST orders/1001": [{ done: true, messages: [], card: card({ actions: [lookUp, acknowledge] }) }],
  });
  const primary = () => shown.all("s-button[variant=primary]").map((one) => one.textContent);
  await eventually(() => expect(shown.buttons()).toEqual(["Mark as resolved", "Refresh"]));
  expect(primary()).toEqual([]);
  shown.click("Refresh");
  await eventually(() => expect(shown.buttons()).toEqual(["Check now", "Mark as resolved"]));
  expect(primary()).toEqual(["Check now"]);
});

test("a reason shows what happened and how to fix it; hidden reasons are counted", async () => {
  using shown = await show(read({ reasons: ["a", "b", "c"].map((id) => reason(id, `Says ${id}`)) }));
  await eventually(() => expect(shown.all("s-banner")).toHaveLength(2));
  expect(shown.all("s-banner").map((one) => one.getAttribute("heading"))).toEqual(["Says a", "Says b"]);
  expect(shown.text()).toContain("Fix a");
  expect(shown.text()).toContain("1 more reason in Inkbridge.");
  expect(shown.all("s-banner s-link")[0]?.getAttribute("href")).toBe("app:app/settings");
});

test("the order's tag and the hold in Shopify are told", async () => {
  const inShopify = ["Tagged “Print: waiting” by Inkbridge.", "Inkbridge put the fulfillment on hold: Needs approval."];
  using shown = await show(read({ inShopify }));
  await eventually(() =>
    expect(shown.all("s-text").map((one) => one.textContent)).toEqual(expect.arrayContaining(inShopify)),
  );
});

test("tracking numbers link to their carrier", async () => {
  const parcels = [
    {
      trackingNumber: "T1",
      trackingUrl: "https://carrier.example/T1",
      state: { label: "Added to Shopify", tone: "success" },
    },
    { trackingNumber: "T2", trackingUrl: null, state: { label: "Adding to Shopify", tone: "info" } },
  ] as const;
  using shown = await show(read({ parcels: [...parcels] }));
  await eventually(() => expect(shown.text()).toContain("T2"));
  expect(shown.all("s-link").map((one) => one.getAttribute("href"))).toContain("https://carrier.example/T1");
  expect(shown.text()).toContain("Added to Shopify");
});

test("an action without a confirmation runs immediately, and the block shows the order after it", async () => {
  const answer: ActionResponse = {
    done: true,
    messages: ["Order put on hold."],
    card: card({ message: "Held.", actions: [] }),
  };
  using shown = await show({ ...read({ actions: [hold] }), "POST orders/1001": [answer] });
  await eventually(() => expect(shown.buttons()).toEqual(["Put on hold", "Refresh"]));
  shown.click("Put on hold");
  await eventually(() => expect(shown.text()).toContain("Order put on hold."));
  expect(shown.posted().map(({ body }) => body)).toEqual([{ action: "hold", submissionId: "s1", seen: [] }]);
  expect(shown.text()).toContain("Held.");
  expect(shown.buttons()).toEqual(["Refresh"]);
});

test("an action that cannot be undone shows the items to resend and waits for a confirmation", async () => {
  const answer: ActionResponse = { done: true, messages: ["Preparing replacement."], card: card() };
  using shown = await show({ ...read({ actions: [replace] }), "POST orders/1001": [answer] });
  await eventually(() => expect(shown.buttons()).toContain("Send replacement…"));
  shown.click("Send replacement…");
  await eventually(() => expect(shown.text()).toContain("2 × TEE-BLK (Tee, Black)"));
  expect(shown.text()).toContain("ref-1");
  expect(shown.posted()).toEqual([]);
  const ready = () => !shown.all("s-button")[0]?.hasAttribute("disabled");
  expect(ready()).toBe(false);
  const box = shown.all("s-checkbox")[0] as HTMLElement & { checked: boolean };
  box.checked = true;
  box.dispatchEvent(new Event("change"));
  await eventually(() => expect(ready()).toBe(true));
  shown.click("Send replacement");
  await eventually(() => expect(shown.posted()).toHaveLength(1));
});

test("while the price of other items loads, that of the items before is not shown", async () => {
  const submission = { id: "s2", reference: "ref-2", items: [{ title: "Mug", itemSku: "MUG", quantity: 1 }] };
  const answer: ActionResponse = { done: true, messages: ["Refreshed."], card: card({ submission }) };
  const slow = Promise.withResolvers<Response>();
  using shown = await show({
    ...read({}),
    "POST orders/1001": [answer],
    "GET orders/1001/money?submission=s2": [slow.promise],
  });
  await eventually(() => expect(shown.text()).toContain("$12.40 USD"));
  shown.click("Refresh");
  await eventually(() => expect(shown.text()).toContain("Loading price…"));
  expect(shown.text()).not.toContain("$12.40 USD");
  slow.resolve(Response.json({ ...MONEY, cost: "$3.10 USD" }));
  await eventually(() => expect(shown.text()).toContain("$3.10 USD"));
});

test("answers that take longer than the time to the next request are shown, and an older one never after a newer", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const [first, second, third] = [0, 1, 2].map(() => Promise.withResolvers<Response>());
  using shown = await show({
    "GET orders/1001": [
      card({ message: "Waiting.", shouldPoll: true }),
      first?.promise,
      second?.promise,
      third?.promise,
    ],
  });
  await eventually(() => expect(shown.text()).toContain("Waiting."));
  await eventually(() => expect(vi.getTimerCount()).toBe(1));
  vi.advanceTimersByTime(10_000);
  first?.resolve(Response.json(card({ message: "Sending.", shouldPoll: true })));
  await eventually(() => expect(shown.text()).toContain("Sending."));
  vi.advanceTimersByTime(5_000);
  third?.resolve(Response.json(card({ message: "Sent." })));
  await eventually(() => expect(shown.text()).toContain("Sent."));
  second?.resolve(Response.json(card({ message: "Sending." })));
  await second?.promise;
  expect(shown.text()).toContain("Sent.");
});

test("an app that does not respond is called again by a button", async () => {
  using shown = await show({ "GET orders/1001": [new Response("oops", { status: 502 }), card({ message: "Back." })] });
  await eventually(() => expect(shown.all("s-banner")).toHaveLength(1));
  expect(shown.all("s-banner")[0]?.getAttribute("heading")).toContain("can't be reached");
  shown.click("Try again");
  await eventually(() => expect(shown.text()).toContain("Back."));
  expect(shown.all("s-banner")).toHaveLength(0);
});

test("an action that does not reach the app stays reported while the order is read again", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  using shown = await show({
    "GET orders/1001": [
      card({ actions: [hold], shouldPoll: true }),
      card({ message: "Sending.", shouldPoll: true }),
      card({ message: "Sent.", shouldPoll: true }),
    ],
    "POST orders/1001": [new Response("oops", { status: 502 })],
  });
  await eventually(() => expect(shown.buttons()).toContain("Put on hold"));
  shown.click("Put on hold");
  await eventually(() => expect(shown.all("s-banner")).toHaveLength(1));
  await eventually(() => expect(vi.getTimerCount()).toBe(1));
  vi.advanceTimersByTime(5_000);
  await eventually(() => expect(shown.text()).toContain("Sending."));
  expect(shown.all("s-banner")[0]?.getAttribute("heading")).toContain("can't be reached");
  shown.click("Try again");
  await eventually(() => expect(shown.text()).toContain("Sent."));
  expect(shown.all("s-banner")).toHaveLength(0);
});

test("an order that the app has not received has no actions", async () => {
  using shown = await show(
    read({ page: null, state: null, submission: null, message: "Inkbridge hasn't received this order." }),
  );
  await eventually(() => expect(shown.text()).toContain("hasn't received this order"));
  expect(shown.buttons()).toEqual([]);
});

test("a link opens the action with all buttons", async () => {
  using shown = await show(read({ actions: [hold, replace, { ...hold, action: "send_now", label: "Send now" }] }));
  await eventually(() => expect(shown.text()).toContain("All actions"));
  shown.click("All actions");
  expect(shown.navigate).toHaveBeenCalledWith("extension://order-action");
});
