import { createHmac, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { WebhookDelivery } from "../../../sandbox/shopify/webhooks.ts";
import { WAIT_LIMIT_MS } from "../within.ts";
import { API_SECRET } from "../environment/start-environment.ts";
import {
  printAndFulfill,
  placeOrders,
  NO_DISCREPANCIES,
  environmentForFile,
  findDiscrepancies,
  waitUntil,
  type Scenario,
} from "./scenario.testing.ts";

const openScenario = environmentForFile();
const TIMES = 200;

test.each([
  ["with one id", () => "the-same"],
  ["each time with another id", () => randomUUID()],
])(`the same webhook arrives ${TIMES} times at once, %s`, async (_how, idOf) => {
  const scenario = await openScenario();
  const orders = placeOrders(scenario);
  const first = await webhookOf(scenario);
  const answers = await Promise.all(Array.from({ length: TIMES }, () => post(scenario, first, idOf())));
  expect(answers.filter((status) => status !== 200)).toEqual([]);
  await printAndFulfill(scenario, orders);
  expect(await findDiscrepancies(scenario)).toEqual(NO_DISCREPANCIES);
});

async function webhookOf({ environment, shop }: Scenario): Promise<WebhookDelivery> {
  const found = () =>
    environment.shopify.webhooks.deliveries.find((one) => one.shop === shop.domain && one.topic === "orders/create");
  await waitUntil({ environment, shop }, "the webhook", () => found() !== undefined);
  return found() as WebhookDelivery;
}

/** As Shopify posts it. Resolves to the HTTP status. */
async function post({ environment }: Scenario, webhook: WebhookDelivery, id: string): Promise<number> {
  const answer = await fetch(`${environment.shopify.appUrl}/webhooks/${webhook.topic}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-shopify-hmac-sha256": createHmac("sha256", API_SECRET).update(webhook.body).digest("base64"),
      "x-shopify-shop-domain": webhook.shop,
      "x-shopify-webhook-id": id,
      "x-shopify-triggered-at": webhook.triggeredAt.toISOString(),
    },
    body: webhook.body,
    signal: AbortSignal.timeout(WAIT_LIMIT_MS),
  });
  await answer.arrayBuffer();
  return answer.status;
}
