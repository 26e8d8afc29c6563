import { createHmac, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { WebhookDelivery } from "../../../sandbox/shopify/webhooks.ts";
import { API_SECRET } from "../environment/start-environment.ts";
import { allTheWay, buy, NOTHING_AMISS, plantForFile, reckonUp, waiting, type Stage } from "./scenario.testing.ts";

const openStage = plantForFile();
const TIMES = 200;

test.each([
  ["with one id", () => "the-same"],
  ["each with an id of its own", () => randomUUID()],
])(`the same delivery comes ${TIMES} times at once, %s`, async (_how, idOf) => {
  const stage = await openStage();
  const orders = buy(stage);
  const first = await webhookOf(stage);
  const answers = await Promise.all(Array.from({ length: TIMES }, () => post(stage, first, idOf())));
  expect(answers.filter((status) => status !== 200)).toEqual([]);
  await allTheWay(stage, orders);
  expect(await reckonUp(stage)).toEqual(NOTHING_AMISS);
});

async function webhookOf({ plant, shop }: Stage): Promise<WebhookDelivery> {
  const found = () =>
    plant.shopify.webhooks.deliveries.find((one) => one.shop === shop.domain && one.topic === "orders/create");
  await waiting({ plant, shop }, "the webhook", () => found() !== undefined);
  return found() as WebhookDelivery;
}

/** As Shopify posts it. Resolves to the HTTP status. */
async function post({ plant }: Stage, webhook: WebhookDelivery, id: string): Promise<number> {
  const answer = await fetch(`${plant.shopify.appUrl}/webhooks/${webhook.topic}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-shopify-hmac-sha256": createHmac("sha256", API_SECRET).update(webhook.body).digest("base64"),
      "x-shopify-shop-domain": webhook.shop,
      "x-shopify-webhook-id": id,
      "x-shopify-triggered-at": webhook.triggeredAt.toISOString(),
    },
    body: webhook.body,
  });
  await answer.arrayBuffer();
  return answer.status;
}
