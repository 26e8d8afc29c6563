// @vitest-environment jsdom
import { createElement } from "react";
import { expect, it } from "vitest";
import { renderView } from "../common/render-view.testing.ts";
import { idOf } from "../../../tests/support/ids.ts";
import { until } from "../../../tests/support/until.ts";
import type { PageShop } from "../../shops/page-shop.ts";
import type { FailedWebhook } from "../../failed-webhooks/failed-webhooks.ts";
import { ShopProvider } from "../common/shop-context.tsx";
import { FailedWebhooksTable, type FailedWebhookActions } from "./failed-webhooks-view.tsx";

const NOW = "2026-11-24T12:00:00.000Z";
const row: FailedWebhook = {
  id: idOf("one"),
  source: "shopify",
  topic: "orders/updated",
  receivedAt: NOW,
  state: "dead_letter",
  problem: "not_json",
  tries: 8,
  order: null,
  readable: true,
};
const SHOP = { timezone: "UTC" } as PageShop;

const CHECKBOX = 'tbody input[type="checkbox"]';

/** The table, and what its actions were asked to do. */
function showTable() {
  const runs: unknown[] = [];
  const table = (change: Partial<FailedWebhookActions>, rows: FailedWebhook[]) => {
    const run: FailedWebhookActions["run"] = (...given) => runs.push(given);
    const actions = { busy: null, failed: false, skipped: null, answer: undefined, run, ...change };
    const shown = createElement(FailedWebhooksTable, { rows, now: NOW, actions });
    return createElement(ShopProvider, { value: SHOP }, shown);
  };
  const view = renderView(table({}, [row]));
  const checked = () => view.container.querySelectorAll(`${CHECKBOX}:checked`).length;
  return {
    runs,
    checked,
    show: (change: Partial<FailedWebhookActions>, rows = [row]) => view.render(table(change, rows)),
    select: async () => {
      view.container.querySelector<HTMLElement>(CHECKBOX)?.click();
      await until("the selection", () => checked() === 1);
    },
    dismiss: async () => (await until("the bulk action", () => view.button("Dismiss"))).click(),
    close: view.close,
  };
}

it("keeps what is selected until the app has answered", async () => {
  const table = showTable();
  await table.select();
  await table.dismiss();
  table.show({ failed: true });
  expect([table.runs, table.checked()]).toEqual([[["dismiss", [row.id]]], 1]);
  table.show({ answer: {} });
  await until("the selection is cleared", () => table.checked() === 0);
  table.close();
});

it("does nothing with a row that was selected on another page", async () => {
  const table = showTable();
  const other = { ...row, id: idOf("other") };
  await table.select();
  table.show({}, [other]);
  expect(table.checked()).toBe(0);
  await table.select();
  await table.dismiss();
  expect(table.runs).toEqual([["dismiss", [other.id]]]);
  table.close();
});
