import { createHmac } from "node:crypto";
import type { Forgery } from "../schedule/plan.ts";
import type { Scene, SceneOrder } from "./simulation.ts";

/** A webhook about an order that Shopify never sent: its signature does not fit. Records how it was answered. */
export async function forgeWebhook(scene: Scene, { created, shop }: SceneOrder, how: Forgery): Promise<void> {
  const body = Buffer.from(created?.body ?? "{}");
  const marker = `forged-${scene.schedule.seed}-${scene.forged.length}`;
  const signature = forged(body, how, scene.plant.shopify.core.app.secret);
  const sent = how === "body changed" ? Buffer.concat([body, Buffer.from(" ")]) : body;
  const record = { what: `a webhook (${how})`, marker, status: null as number | null };
  scene.forged.push(record);
  record.status = await post(`${scene.plant.shopify.appUrl}/webhooks/orders/create`, sent, {
    "x-shopify-shop-domain": shop.domain,
    "x-shopify-webhook-id": marker,
    ...(signature === null ? {} : { "x-shopify-hmac-sha256": signature }),
  });
}

function forged(body: Buffer, how: Forgery, secret: string): string | null {
  const digest = createHmac("sha256", secret).update(body).digest();
  switch (how) {
    case "missing":
      return null;
    case "hex":
      return digest.toString("hex");
    case "too short":
      return digest.subarray(0, 16).toString("base64");
    case "one byte off": {
      const off = Buffer.from(digest);
      off[7] = (off[7] ?? 0) ^ 1;
      return off.toString("base64");
    }
    case "body changed":
      return digest.toString("base64");
  }
}

/** An event about an order's parcel that its print account never sent. */
export async function forgeEvent(
  scene: Scene,
  { key, shop }: SceneOrder,
  how: "wrong key" | "no key" | "other account",
): Promise<void> {
  const { remembers } = scene.plant.press;
  const registrations = remembers.registrations.filter((one) => one.kind === "tracking");
  const own = registrations.find((one) => one.account === shop.account);
  const other = registrations.find((one) => one.account !== shop.account);
  const made = remembers.orders.find((one) => one.shipping["shipping_address2"] === `Unit ${key}`);
  if (!own || !other || !made) return;
  const marker = `FORGED-${scene.schedule.seed}-${scene.forged.length}`;
  const record = { what: `an event (${how})`, marker, status: null as number | null };
  scene.forged.push(record);
  const to = how === "other account" ? other : own;
  const value = how === "wrong key" ? `${own.accessToken}x` : other.accessToken;
  const headers: Record<string, string> = how === "no key" ? {} : { [to.accessKey]: value };
  const body = { order_id: made.reference, tracking_number: marker, tracking_url: "https://track.example/forged" };
  const status = await post(to.endpoint, Buffer.from(JSON.stringify(body)), headers);
  // Another account's own event is a true one; only what it says about this order is nothing to anybody.
  if (how !== "other account") record.status = status;
}

/** An event, rightly signed, about a reference of nobody. */
export async function unknownEvent(scene: Scene, account: string): Promise<void> {
  const to = scene.plant.press.remembers.registrations.find(
    (one) => one.account === account && one.kind === "tracking",
  );
  if (!to) return;
  const number = `NOBODYS-${scene.schedule.seed}`;
  const body = { order_id: "1001-UNKNOWNXYZ", tracking_number: number, tracking_url: "https://track.example/nobody" };
  await post(to.endpoint, Buffer.from(JSON.stringify(body)), { [to.accessKey]: to.accessToken });
}

/** HTTP status of the answer, null when none came. */
async function post(url: string, body: Buffer, headers: Record<string, string>): Promise<number | null> {
  try {
    const answer = await fetch(url, {
      method: "POST",
      body: new Uint8Array(body),
      headers: { "content-type": "application/json", ...headers },
      signal: AbortSignal.timeout(10_000),
    });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return null;
  }
}
