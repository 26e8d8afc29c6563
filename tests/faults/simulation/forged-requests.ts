import { createHmac } from "node:crypto";
import type { Forgery } from "../schedule/plan.ts";
import type { Simulation, SimulatedOrder } from "./simulation.ts";

/** A webhook about an order that Shopify never sent: its signature does not fit. Records how it was answered. */
export async function forgeWebhook(
  simulation: Simulation,
  { created, shop }: SimulatedOrder,
  how: Forgery,
): Promise<void> {
  const body = Buffer.from(created?.body ?? "{}");
  const marker = `forged-${simulation.schedule.seed}-${simulation.forgedRequests.length}`;
  const signature = forgedSignature(body, how, simulation.environment.shopify.core.app.secret);
  const sent = how === "body changed" ? Buffer.concat([body, Buffer.from(" ")]) : body;
  const record = { what: `a webhook (${how})`, marker, status: null as number | null };
  simulation.forgedRequests.push(record);
  record.status = await post(`${simulation.environment.shopify.appUrl}/webhooks/orders/create`, sent, {
    "x-shopify-shop-domain": shop.domain,
    "x-shopify-webhook-id": marker,
    ...(signature === null ? {} : { "x-shopify-hmac-sha256": signature }),
  });
}

function forgedSignature(body: Buffer, how: Forgery, secret: string): string | null {
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
  simulation: Simulation,
  { key, shop }: SimulatedOrder,
  how: "wrong key" | "no key" | "other account",
): Promise<void> {
  const { store } = simulation.environment.printService;
  const registrations = store.registrations.filter((one) => one.kind === "tracking");
  const own = registrations.find((one) => one.account === shop.account);
  const other = registrations.find((one) => one.account !== shop.account);
  const providerOrder = store.orders.find((one) => one.shipping["shipping_address2"] === `Unit ${key}`);
  if (!own || !other || !providerOrder) return;
  const marker = `FORGED-${simulation.schedule.seed}-${simulation.forgedRequests.length}`;
  const record = { what: `an event (${how})`, marker, status: null as number | null };
  simulation.forgedRequests.push(record);
  const to = how === "other account" ? other : own;
  const value = how === "wrong key" ? `${own.accessToken}x` : other.accessToken;
  const headers: Record<string, string> = how === "no key" ? {} : { [to.accessKey]: value };
  const body = {
    order_id: providerOrder.reference,
    tracking_number: marker,
    tracking_url: "https://track.example/forged",
  };
  const status = await post(to.endpoint, Buffer.from(JSON.stringify(body)), headers);
  // Another account's own event is a true one; only what it says about this order is nothing to anybody.
  if (how !== "other account") record.status = status;
}

/** An event, rightly signed, about a reference of nobody. */
export async function unknownEvent(simulation: Simulation, account: string): Promise<void> {
  const to = simulation.environment.printService.store.registrations.find(
    (one) => one.account === account && one.kind === "tracking",
  );
  if (!to) return;
  const number = `NOBODYS-${simulation.schedule.seed}`;
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
