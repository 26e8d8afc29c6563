import { setUpExtension } from "@shopify/ui-extensions-tester";
import { expect, test, vi } from "vitest";
import type { CardAction, OrderCard } from "../../app/extension-api/responses.ts";
import { card } from "../common/mock-app.testing.ts";
import { eventually, openExtension } from "../common/open-extension.testing.ts";
import messages from "./locales/en.default.json" with { type: "json" };

const plain = (action: string, label: string): CardAction => ({
  action,
  submissionId: "s1",
  seen: [],
  label,
  resolvesReason: true,
  primary: false,
  confirmation: null,
});
const ACTIONS = [plain("approve", "Approve and send"), plain("send_now", "Retry now"), plain("hold", "Put on hold")];

async function show(shown: Partial<OrderCard>, more: Record<string, unknown[]> = {}) {
  const extension = setUpExtension("admin.order-details.action.render");
  const close = vi.fn();
  extension.shopify.close = close;
  const app = {
    "GET orders/1001": [card(shown)],
    "GET orders/1001/money?submission=s1": [
      { cost: null, margin: null, messages: ["Price available after the holds are resolved."] },
    ],
    ...more,
  };
  return Object.assign(await openExtension(extension, { selected: ["gid://shopify/Order/1001"], messages, app }), {
    close,
  });
}

test("every action and the link to the app are shown", async () => {
  using shown = await show({ actions: ACTIONS });
  await eventually(() => expect(shown.text()).toContain("Price available after the holds are resolved."));
  expect(shown.buttons()).toEqual(["Approve and send", "Retry now", "Put on hold", "Refresh", "Close"]);
  expect(shown.all("s-admin-action")[0]?.getAttribute("heading")).toBe("Inkbridge order #1001");
  expect(shown.all("s-link").map((one) => one.getAttribute("href"))).toContain("app:app/orders/1001");
});

test("a refresh names the side that did not respond", async () => {
  const answer = { done: false, messages: ["Shopify isn't responding."], card: card({ actions: ACTIONS }) };
  using shown = await show({ actions: ACTIONS }, { "POST orders/1001": [answer] });
  await eventually(() => expect(shown.buttons()).toContain("Refresh"));
  shown.click("Refresh");
  await eventually(() => expect(shown.text()).toContain("Shopify isn't responding."));
  expect(shown.posted().map(({ body }) => body)).toEqual([{ action: "refresh" }]);
});

test("an action under way disables the others", async () => {
  const never = new Promise(() => undefined);
  using shown = await show({ actions: ACTIONS }, { "POST orders/1001": [never] });
  await eventually(() => expect(shown.buttons()).toContain("Put on hold"));
  shown.click("Put on hold");
  const locked = () => shown.all("s-button").filter((one) => one.hasAttribute("disabled"));
  await eventually(() =>
    expect(locked().map((one) => one.textContent)).toEqual(["Approve and send", "Retry now", "Refresh"]),
  );
});

test("the action closes", async () => {
  using shown = await show({});
  shown.click("Close");
  expect(shown.close).toHaveBeenCalledOnce();
});
