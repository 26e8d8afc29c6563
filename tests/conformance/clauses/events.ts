import { section } from "./clause.ts";

const registration = (number: "4.7" | "4.8", path: string) =>
  section(number, [
    ["post", "both", `POST ${path}`],
    ["header", "both", "with the token header"],
    ["content-type", "both", "the request's content type is application/json, and nothing else"],
    ["type-list", "both", "type `list` shows what is registered"],
    ["type-create", "both", "type `create` registers"],
    ["type-update", "both", "type `update` changes what is registered"],
    ["type-required", "service", "type is required, and no other is known"],
    ["endpoint", "both", "endpoint is the address that is called, and required to create"],
    ["status", "both", "status is 0 or 1"],
    ["status-default", "service", "without it: 1"],
    ["access_token", "both", "access_token is what the service will send"],
    ["access_key", "both", "access_key is the header under which it will be sent"],
    ["answer-status", "both", "the answer has status 200 and a message"],
    ["answer-endpoint", "both", "the answer shows the endpoint"],
    ["answer-access_key", "both", "the answer shows the access key"],
    ["answer-access_token", "service", "the answer shows the access token"],
    ["answer-status-text", "both", "the answer shows Active or Inactive, in a field without a name"],
    ["answer-request_body", "service", "the answer describes the events' body"],
    ["answer-request_header", "service", "the answer describes the events' headers"],
  ]);

/** Registrations, authentication, events, errors, limits, versions: sections 4.7 to 9. */
export const EVENT_CLAUSES = [
  ...registration("4.7", "webhook/v1/register"),
  ...registration("4.8", "webhook/v1/register-update-order"),
  ...section("5", [
    ["1", "both", "e-mail and password give a token, by either method"],
    ["2", "both", "the header holds the token and nothing else"],
    ["3", "both", "an event carries the registered token in the registered header"],
    ["3-content-type", "both", "an event's content type is application/json"],
    ["3-unregistered", "service", "without a registered key there is no such header"],
    ["lifetime-open", "client", "a token that is refused is renewed once, and the call repeated"],
  ]),
  ...section("6", [
    ["post-json", "both", "events come by POST, with a JSON body, to the registered address"],
    ["delivery-open", "client", "an event is acknowledged once it is kept, also when it comes again or names nobody"],
  ]),
  ...section("6.1", [
    ["when", "service", "a tracking event is sent when tracking becomes available"],
    ["order_id", "both", "it names the client's order id"],
    ["tracking_number", "both", "and the number"],
    ["tracking_url", "both", "and the link"],
    ["headers", "both", "with content type and access key"],
  ]),
  ...section("6.2", [
    ["order_id", "both", "a status event names the client's order id"],
    ["order_items", "both", "one entry for each item that changed"],
    ["order_items-item_sku", "both", "each names its SKU"],
    ["order_items-order_status", "both", "and its status"],
    ["order_items-message_error", "both", "and what is wrong"],
    ["headers", "both", "with content type and access key"],
  ]),
  ...section("7", [
    ["success", "both", "a success says 200 in the body, with a message; anything else is none"],
    ["items-by-events", "both", "what is wrong with an item comes as an event"],
    ["error-shape-open", "client", "a refusal in any shape keeps its words, and what is unclear counts as unclear"],
  ]),
  ...section("8", [
    ["order_id", "both", "order_id: five characters or more, in create"],
    ["shipping_province_code", "both", "shipping_province_code: four at most, in create and test price"],
    ["limit", "both", "limit: from 50 to 200, 50 without it"],
    ["page", "both", "page: 1 without it"],
    ["rate-open", "client", "too many requests is `later`, and Retry-After is honored"],
  ]),
  // What section 9 leaves open, the policy of versions, asks nothing of a client.
  ...section("9", [["v1", "both", "every path carries v1"]]),
];
