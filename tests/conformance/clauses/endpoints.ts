import { section } from "./clause.ts";

/** Endpoints: sections 4.1 to 4.6, and what section 4 says of all. */
export const ENDPOINT_CLAUSES = [
  ...section("1", [
    ["json", "service", "every answer is JSON"],
    ["status-and-message", "both", "a success carries a numeric status, 200, and a message"],
  ]),
  ...section("4", [
    ["base", "both", "every endpoint is below {base_url}/cdn/api/"],
    ["token-header", "both", "every endpoint but the token's wants the header <PREFIX>-ACCESS-TOKEN"],
    ["token-without-header", "both", "the token's endpoints want no such header"],
    ["get-encoding-open", "both", "parameters of a GET go where the setting says: query string or body"],
    ["content-type-open", "both", "other POST bodies are JSON; the service does not insist on their content type"],
    ["list-update-answer-open", "client", "answers to `list` and `update` may be empty, nested or a list"],
  ]),
  ...section("4.1", [
    ["post", "both", "POST auth/v1/token"],
    ["email", "both", "the e-mail is in the body, and required"],
    ["password", "both", "the password is in the body, and required"],
    ["answer", "both", "the answer has status, message and result.access_token"],
  ]),
  ...section("4.2", [
    ["get", "both", "GET auth/v1/token"],
    ["email", "both", "the e-mail is a parameter, and required"],
    ["password", "both", "the password is a parameter, and required"],
    ["answer", "both", "the answer has the same shape as that to POST"],
  ]),
  ...section("4.3", [
    ["post", "both", "POST orders/v1/create"],
    ["header", "both", "with the token header"],
    ["body", "both", "the body is an order with its items"],
    ["answer", "both", "the answer tells what was created"],
  ]),
  ...section("4.4", [
    ["post", "both", "POST orders/v1/test-cost-order"],
    ["header", "both", "with the token header"],
    ["data_order", "both", "data_order is required"],
    ["shipping_province_code", "both", "shipping_province_code is required, four characters at most"],
    ["shipping_country_code", "both", "shipping_country_code is required, two letters"],
    ["answer", "both", "the answer is a price"],
  ]),
  ...section("4.5", [
    ["get", "both", "GET orders/v1/all"],
    ["header", "both", "with the token header"],
    ["created_at_min", "both", "the list begins at created_at_min, YYYY-MM-DD HH:MM:SS"],
    ["created_at_min-default", "service", "without it: at the start of the current day"],
    ["created_at_max", "both", "the list ends at created_at_max, YYYY-MM-DD HH:MM:SS"],
    ["created_at_max-default", "service", "without it: at the end of the current day"],
    ["limit", "both", "limit rows on a page, from 50 to 200"],
    ["limit-default", "service", "without it: 50"],
    ["page", "both", "pages are counted from 1"],
    ["page-default", "service", "without it: the first"],
    ["length", "both", "the answer says how many"],
    ["orders", "both", "the answer has an array of synced orders"],
  ]),
  ...section("4.6", [
    ["get", "both", "GET orders/v1/detail"],
    ["header", "both", "with the token header"],
    ["order_id", "both", "order_id is the client's order id, and required"],
    ["date", "both", "date is the sync date, YYYY-MM-DD, and required"],
    ["answer", "both", "the answer has the synced order in `order`"],
  ]),
];
