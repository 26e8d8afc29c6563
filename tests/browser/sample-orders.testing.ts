import { createHmac } from "node:crypto";
import { DEV_SHOP } from "../../sandbox/dev-shop.ts";
import { openStage as openPlay, type Played } from "../../sandbox/demo/demo.ts";
import { SANDBOX_SECRET, type Sandbox } from "../../sandbox/open.ts";
import type { ShownOrder } from "../../sandbox/show-order.ts";
import { readyMade } from "../../sandbox/shopify/buyers.ts";

/** Orders of a shop where something is going on, one in each state that a merchant meets. */
export interface LivelyShop {
  fulfilled: Played;
  inProduction: Played;
  submitted: Played;
  /** Nobody knows whether the print service has it. */
  unclear: Played;
  /** The print service cannot verify its address. */
  addressProblem: Played;
  unpaid: Played;
  risky: Played;
}

const isIn = (state: string) => (order: ShownOrder) => order.submissions.at(-1)?.state === state;
const hasReason = (code: string) => (order: ShownOrder) =>
  [order, ...order.submissions].some((one) => one.attention.some((reason) => reason.code === code));

/** Places those orders and moves them to where they stand. */
export async function makeLively(sandbox: Sandbox): Promise<LivelyShop> {
  if (!sandbox.press) throw new Error("The stand-in of the print service is needed to move orders on.");
  const play = openPlay(sandbox, sandbox.press, () => undefined);
  const ready = readyMade(sandbox.goods);
  const buy = (kind: string) => play.buy(ready[kind] ?? { lines: [] });
  const atPress = async (order: Played): Promise<string> => {
    const seen = await play.app(order, "is at the print service", isIn("submitted"));
    return seen.submissions.at(-1)?.reference ?? "";
  };
  const shop = {
    fulfilled: await buy("plain"),
    inProduction: await buy("germany"),
    addressProblem: await buy("express"),
    unpaid: await buy("unpaid"),
    risky: await buy("risky"),
    submitted: await buy("mixed"),
  };
  const shipped = await atPress(shop.fulfilled);
  await play.printer(shipped, "produce");
  await play.app(shop.fulfilled, "is in production", isIn("in_production"));
  await play.printer(shipped, "ship");
  await play.printer(await atPress(shop.inProduction), "produce");
  await play.printer(await atPress(shop.addressProblem), "refuse-address", { message: "Street not found" });
  await atPress(shop.submitted);
  await play.app(shop.fulfilled, "is fulfilled", isIn("fulfilled"));
  await play.app(shop.inProduction, "is in production", isIn("in_production"));
  await play.app(shop.addressProblem, "asks for attention", hasReason("address_not_verified"));
  await play.app(shop.unpaid, "waits for its payment", hasReason("payment_pending"));
  await play.app(shop.risky, "waits for a person", hasReason("risk_high"));
  await sandbox.press.post("faults", { endpoint: "create", effect: "bad_gateway", worked: false });
  const unclear = await buy("plain");
  await play.app(unclear, "is unclear", isIn("uncertain"));
  await sendNonsense(sandbox);
  return { ...shop, unclear };
}

/** A signed message that nobody can read. */
async function sendNonsense({ url }: Sandbox): Promise<void> {
  const body = "{nonsense";
  const signature = createHmac("sha256", SANDBOX_SECRET).update(body).digest("base64");
  const headers = { "x-shopify-hmac-sha256": signature, "x-shopify-shop-domain": DEV_SHOP };
  const { status } = await fetch(`${url}/webhooks/orders/updated`, { method: "POST", body, headers });
  if (status !== 200) throw new Error(`The door answered ${status}.`);
}
