// @vitest-environment jsdom
import { renderView } from "../common/render-view.testing.ts";
import { createElement } from "react";
import { expect, it } from "vitest";
import { idOf } from "../../../tests/support/ids.ts";
import { until } from "../../../tests/support/until.ts";
import type { PageShop } from "../../shops/page-shop.ts";
import type { FailedWebhook } from "../../failed-webhooks/list.ts";
import { ShopProvider } from "../common/shop-context.tsx";
import { FailedWebhooksTable } from "./failed-webhooks-table.tsx";
import type { FailedWebhookActions } from "./use-failed-webhook-actions.ts";

const NOW = "2026-11-24T12:00:00.000Z";
const row: FailedWebhook = {
  id: idOf("one"),
  source: "shopify",
  topic: "orders/updated",
  receivedAt: NOW,
  state: "dead_letter",
  problem: "not_json",
  tries: 8,
  dueAt: null,
  order: null,
  readable: true,
};
const SHOP = { timezone: "UTC" } as PageShop;

it("keeps what is selected until the app has answered", async () => {
  const runs: unknown[] = [];
  const table = (change: Partial<FailedWebhookActions>) => {
    const run: FailedWebhookActions["run"] = (...given) => runs.push(given);
    const actions = { busy: null, failed: false, skipped: null, answer: undefined, run, ...change };
    const shown = createElement(FailedWebhooksTable, { rows: [row], now: NOW, actions });
    return createElement(ShopProvider, { value: SHOP }, shown);
  };
  const view = renderView(table({}));
  const checked = () => view.container.querySelectorAll('tbody input[type="checkbox"]:checked').length;
  view.container.querySelector<HTMLElement>('tbody input[type="checkbox"]')?.click();
  await until("the selection", () => checked() === 1);
  (await until("the bulk action", () => view.button("Dismiss"))).click();
  view.render(table({ failed: true }));
  expect([runs, checked()]).toEqual([[["dismiss", [row.id]]], 1]);
  view.render(table({ answer: {} }));
  await until("the selection is cleared", () => checked() === 0);
  view.close();
});
