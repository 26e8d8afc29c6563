/**
 * How sure a fact is. `documented`: the service's own documentation says it; `seen in use`: clients that were corrected
 * against live answers rely on it; `not confirmed`: types or mocks of clients have it; `inferred`: nobody says it.
 */
export type Sure = "documented" | "seen in use" | "not confirmed" | "inferred";

/** One thing that is known of version 3 (docs/print-service-v3.md). */
export interface Fact {
  id: string;
  says: string;
  sure: Sure;
  /** The day since which it is known. */
  since: string;
  /** Why reading alone can't show it. */
  unseen?: string;
}

const WRITES = "would create or change something";
const EVENTS = "the service would have to send an event";

type Row = [name: string, sure: Sure, says: string, unseen?: string];
const facts = (area: string, since: string, rows: Row[]): Fact[] =>
  rows.map(([name, sure, says, unseen]) => ({
    id: `${area}/${name}`,
    says,
    sure,
    since,
    ...(unseen === undefined ? {} : { unseen }),
  }));

const READ = "2026-11-28";

export const FACTS: Fact[] = [
  ...facts("account", READ, [
    ["bearer", "documented", "an access token is taken in `Authorization: Bearer`"],
    ["own-header", "documented", "the same token is taken in `<prefix>-access-token`"],
    ["without-token", "documented", "a request without a token is refused"],
    ["password", "not confirmed", "`POST /auth/token` gives a token for e-mail and password"],
    ["refresh", "seen in use", "`GET /auth/refresh-token` renews a token", "may end the token"],
    ["730-days", "documented", "a token is valid 730 days", "takes 730 days"],
    ["limit", "documented", "50 requests in 3 seconds"],
    ["success", "seen in use", "an answer has `success`, `message` and `data`"],
    ["refusal", "documented", "a refusal has the outer shape of a success"],
    ["paging", "seen in use", "a list has `limit`, `page`, `length` and `totalPage`, too"],
    ["query", "seen in use", "parameters of a GET work in the query string"],
    ["body", "documented", "parameters of a GET work in a JSON body"],
  ]),
  ...facts("catalog", READ, [
    ["list", "seen in use", "a product has `product_name`, `code`, `mockup_url`, `template_mockup_url`, `variants`"],
    ["detail", "not confirmed", "`POST /products/detail` gives one product by its `code`"],
    ["variant", "not confirmed", "a variant has title, SKU, id, availability, attributes and locations"],
    ["old-skus", "not confirmed", "a variant lists the SKUs that it had before"],
    ["location", "not confirmed", "a location has its base cost and its print areas"],
    ["print-area", "not confirmed", "a print area has key, width, height, format and resolution"],
    ["pixels", "inferred", "width and height are pixels"],
    ["sku-spaces", "seen in use", "some SKUs have spaces"],
    ["skus", "seen in use", "`GET /products/list-sku-catalogs` lists all products with SKU, title and id of variants"],
    ["size", "seen in use", "there are about 1,000 products"],
    ["shipping", "not confirmed", "shipping services come by location, with code, name and three fees"],
    ["destination", "inferred", "a product location is where an order goes"],
    ["price", "seen in use", "`POST /order/calculate-price` answers, often with 0"],
  ]),
  ...facts("orders", READ, [
    ["list", "seen in use", "a listed order has the service's id, `order_name` and `total_price`"],
    ["range", "seen in use", "`created_at_min` and `created_at_max` are taken as YYYY-MM-DD HH:MM:SS"],
    ["limit-100", "seen in use", "a page may have 100 orders"],
    ["search", "seen in use", "`search` finds an order by its `order_name`"],
    ["lines", "seen in use", "lines are in `orderitems`"],
    ["line", "seen in use", "a line has `item_sku` and `order_status`"],
    ["list-tracking", "seen in use", "the list omits tracking"],
    ["detail-by-id", "seen in use", "the detail finds an order by the service's id"],
    ["detail-by-name", "seen in use", "the detail finds an order by `order_name`"],
    ["detail-array", "seen in use", "`data` of the detail is an array with one order"],
    ["fees", "seen in use", "the detail has base, shipping and tax fee, surcharge and total price"],
    ["tracking", "seen in use", "tracking of the detail has `trackingNumber`, `trackingUrl` and the carrier"],
    ["zero-until-paid", "seen in use", "prices are 0 until the order is paid"],
    ["several", "seen in use", "one order of ours can be several at the service"],
    ["transactions", "not confirmed", "`GET /transaction/list` lists money that moved"],
    ["paid-orders", "seen in use", "`GET /transaction/order-list` lists paid orders alone"],
    ["create", "seen in use", "`POST /order/create-new-order` creates an unpaid order", WRITES],
    [
      "create-answer",
      "not confirmed",
      "the answer to a create may hold the service's id under one of four names",
      WRITES,
    ],
    ["repeated", "seen in use", "a repeated `order_id` is refused with “has been existed”", WRITES],
    ["contact", "seen in use", "e-mail and phone (8 to 15 digits) are enforced", WRITES],
    ["extra-fields", "seen in use", "a field for another marketplace changes the kind of the order", WRITES],
    ["sides", "seen in use", "artwork is taken for 16 sides", WRITES],
    ["unpaid", "seen in use", "an order is not produced until it is paid", WRITES],
    ["pay", "not confirmed", "`POST /order/paid` takes the service's id and answers `success` and `message`", WRITES],
    ["cancel", "seen in use", "`POST /order/cancel-order-api` cancels before production", WRITES],
    ["delete", "not confirmed", "`POST /order/delete-order-api` deletes what waits and is unpaid", WRITES],
  ]),
  ...facts("webhooks", READ, [
    ["get", "seen in use", "`GET /webhooks?type=` shows what is registered"],
    ["none", "not confirmed", "`data` is null where nothing is registered"],
    ["change", "seen in use", "POST, PUT and DELETE change it", WRITES],
    ["key", "seen in use", "the key has letters, digits, `-` and `_` only", WRITES],
    ["order-event", "seen in use", "an order event has both ids and lines with SKU, status and maybe an error", EVENTS],
    ["tracking-event", "not confirmed", "a tracking event is flat as in version 1, or nested as in the detail", EVENTS],
    ["no-money", "seen in use", "no event has money", EVENTS],
    ["early-tracking", "seen in use", "tracking may come when the label is printed", EVENTS],
  ]),
];
