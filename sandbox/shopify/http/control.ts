import type { IncomingMessage, ServerResponse } from "node:http";
import type { Fault } from "../faults.ts";
import type { ShopifyStandIn } from "../stand-in.ts";
import { readBody, sendJson } from "./reply.ts";

type Body = Record<string, unknown>;
type Action = (standIn: ShopifyStandIn, body: Body, shop: string) => unknown;

/**
 * What another process can do: POST /_sandbox/<name> with `{ shop, … }`; the method of the same name says what it
 * means.
 */
const ACTIONS: Record<string, Action> = {
  shops: (standIn, body) => standIn.addShop(body as never),
  staff: (standIn, body, shop) => standIn.addStaff(shop, body["member"] as never),
  products: (standIn, body, shop) => standIn.addProduct(shop, body["input"] as never),
  files: (standIn, body, shop) => standIn.addFile(shop, body["input"] as never),
  "print-files": (standIn, body) =>
    standIn.scriptedFiles.put(String(body["link"]), { body: Buffer.from(String(body["base64"]), "base64") }),
  "create-product": (standIn, body, shop) => standIn.createProduct(shop, body["input"] as never),
  "update-product": (standIn, body, shop) =>
    standIn.updateProduct(shop, String(body["product"]), (product) => {
      Object.assign(product, body["change"]);
      for (const variant of product.variants)
        Object.assign(variant, (body["variants"] as Record<string, object> | undefined)?.[variant.id]);
    }),
  "delete-product": (standIn, body, shop) => standIn.deleteProduct(shop, String(body["product"])),
  orders: (standIn, body, shop) => standIn.placeOrder(shop, body["input"] as never),
  edit: (standIn, body, shop) => standIn.editOrder(shop, String(body["order"]), body["edit"] as never),
  cancel: (standIn, body, shop) => standIn.cancelOrder(shop, String(body["order"])),
  "fulfill-by-hand": (standIn, body, shop) =>
    standIn.fulfillByHand(shop, String(body["order"]), body["options"] as never),
  hold: (standIn, body, shop) => standIn.holdFulfillmentOrder(shop, String(body["fulfillmentOrder"])),
  release: (standIn, body, shop) => standIn.releaseHold(shop, String(body["fulfillmentOrder"])),
  move: (standIn, body, shop) =>
    standIn.moveFulfillmentOrder(shop, String(body["fulfillmentOrder"]), String(body["location"])),
  "calculated-shipping": (standIn, body, shop) => standIn.setCalculatedShipping(shop, body["on"] === true),
  uninstall: (standIn, _body, shop) => standIn.uninstall(shop),
  install: (standIn, _body, shop) => standIn.install(shop),
  condition: (standIn, body, shop) => standIn.setCondition(shop, body["condition"] as never),
  "address-listed": (standIn, body) => standIn.setAddressListed(body["listed"] === true),
  "fall-forward": (standIn, body) => standIn.fallForward(String(body["apiVersion"])),
  scopes: (standIn, body, shop) => standIn.grantScopes(shop, body["scopes"] as string[]),
  token: (standIn, body, shop) => ({ token: standIn.sessionToken(shop, body["user"] as string | undefined) }),
  "access-token": (standIn, _body, shop) => standIn.issueToken(shop),
  privacy: (standIn, body, shop) => standIn.requestPrivacy(shop, body["topic"] as never, body["options"] as never),
  webhook: (standIn, body, shop) => standIn.sendWebhook(shop, String(body["topic"]), body["body"]),
  "webhook-rules": (standIn, body) => standIn.webhooks.addRule(body as never),
  faults: (standIn, body) => standIn.faults.next(body as unknown as Fault),
  "fulfills-automatically": (standIn, body, shop) => {
    standIn.shop(shop).fulfillsAutomatically = body["on"] === true;
  },
  app: (standIn, body) => standIn.setAppUrl(String(body["url"])),
  "print-service": (standIn, body) => {
    standIn.printServiceUrl = String(body["url"]);
  },
};

/** GET /_sandbox/state, POST /_sandbox/import?shop=…[&send=1] with a raw order, and the actions above. */
export async function answerControl(
  standIn: ShopifyStandIn,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const name = url.pathname.slice("/_sandbox/".length);
  try {
    if (request.method === "GET" && name === "state") return sendJson(response, 200, standIn.state());
    const text = await readBody(request);
    if (request.method === "POST" && name === "import") {
      const shop = url.searchParams.get("shop") ?? "";
      return sendJson(response, 200, standIn.importOrder(shop, text, { send: url.searchParams.get("send") === "1" }));
    }
    const action = request.method === "POST" ? ACTIONS[name] : undefined;
    if (!action) return sendJson(response, 404, { error: `The sandbox knows no ${name}` });
    const body = JSON.parse(text || "{}") as Body;
    return sendJson(response, 200, (await action(standIn, body, String(body["shop"] ?? ""))) ?? {});
  } catch (error) {
    return sendJson(response, 400, { error: (error as Error).message });
  }
}
