import { randomUUID } from "node:crypto";
import type { Dispatcher } from "undici";
import { SHOP, webhookHeaders, type SignedOrder } from "./signed-orders.ts";

/** Posts one delivery and waits for its 200. `client` is bound to the server's address. */
export async function postWebhook(client: Dispatcher, order: SignedOrder, topic: string, shop = SHOP): Promise<void> {
  const headers = {
    ...webhookHeaders(order, topic),
    "x-shopify-shop-domain": shop,
    "x-shopify-webhook-id": randomUUID(),
  };
  const answer = await client.request({ method: "POST", path: `/webhooks/${topic}`, headers, body: order.body });
  await answer.body.dump();
  if (answer.statusCode !== 200) throw new Error(`the endpoint answered ${answer.statusCode}`);
}

/** Runs `post` for each of `numbers`, so many at once. */
export async function postAll(
  numbers: readonly number[],
  atOnce: number,
  post: (number: number) => Promise<void>,
): Promise<void> {
  await Promise.all(
    Array.from({ length: atOnce }, async (_, from) => {
      for (let at = from; at < numbers.length; at += atOnce) await post(numbers[at] as number);
    }),
  );
}

/**
 * Starts a send every `everyMs`, `count` times or as long as that says so, whether or not the earlier ones have ended;
 * how many milliseconds each took.
 */
export async function sendEvenly(
  everyMs: number,
  count: number | (() => boolean),
  send: (at: number) => Promise<void>,
): Promise<number[]> {
  const more = typeof count === "number" ? (at: number) => at < count : count;
  const took: number[] = [];
  const sent: Promise<void>[] = [];
  const start = performance.now();
  for (let at = 0; more(at); at += 1) {
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, start + at * everyMs - performance.now())));
    const begun = performance.now();
    const one = send(at).then(() => void took.push(performance.now() - begun));
    // Awaited below: one that fails before does not end the process.
    one.catch(() => undefined);
    sent.push(one);
  }
  await Promise.all(sent);
  return took;
}
