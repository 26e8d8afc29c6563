import {
  closed,
  created,
  cut,
  endless,
  half,
  html,
  json,
  noHttp,
  reset,
  result,
  row,
  silent,
  text,
} from "./scripted-responses.ts";
import type { Script } from "./scripted-responses.ts";

export type ErrorName = "RejectedError" | "UnavailableError" | "UnauthorizedError" | "UncertainError";
/** "–": no error. */
export type Outcome = ErrorName | "–";

/** One row of the table in ARCHITECTURE.md, with examples. */
export interface AnswerRow {
  answer: string;
  create: Outcome;
  read: Outcome;
  /** State of a submission after its create was answered so. */
  state: "submitted" | "ready" | "rejected" | "uncertain";
  /** Only a create is answered so: whatever else the account asks is answered as it should be. */
  alone?: true;
  /** Where the service is, when nobody answers there. */
  nowhere?: string[];
  /** Examples by name, each with the words that are kept of it. */
  examples: Record<string, [script: Script, words?: string]>;
}

const says = (status: number | string, message = "Too bad") => ({ status, message });
const clear = { create: "–", read: "–", state: "submitted" } as const;
const unclear = { create: "UncertainError", read: "UnavailableError", state: "uncertain" } as const;
const refused = { create: "RejectedError", read: "RejectedError", state: "rejected" } as const;
const unauthorized = { create: "UnauthorizedError", read: "UnauthorizedError", state: "ready" } as const;
const later = { create: "UnavailableError", read: "UnavailableError", state: "ready" } as const;

export const ANSWERS: AnswerRow[] = [
  {
    answer: "2xx, body status 2xx, all as shown; create names our reference",
    ...clear,
    examples: {
      "200": [json(200, created())],
      "201": [json(201, created())],
      "body 201": [json(200, created(says(201)))],
    },
  },
  {
    answer: "the same with fields missing or unknown, numbers as text, dates with or without seconds",
    ...clear,
    examples: {
      "status as text": [json(200, created({ status: "200" }))],
      "no message": [json(200, created({ message: undefined }))],
      "unknown fields": [json(200, { ...result({ colour: "red" }), extra: [1], orders: [row({ extra: {} })] })],
      "missing fields": [
        json(200, { ...result({ updated_at: undefined, order_items: null }), orders: [{ order_name: "A" }] }),
      ],
      "dates without seconds": [
        json(200, {
          ...result({ updated_at: "2026-11-20 12:00" }),
          orders: [row({ dtime_entered: "2026-11-20 12:00" })],
        }),
      ],
      "numbers as text": [
        json(200, {
          ...result({ order_items: [{ svc_id: "9", item_sku: "A", unfulfill_quantity: "2" }] }),
          length: "1",
          orders: [row({ order_items: [{ item_sku: 5, unfulfill_quantity: "2" }] })],
        }),
      ],
    },
  },
  {
    answer: "2xx, body status 2xx, another reference or another shape",
    ...unclear,
    examples: {
      "another reference": [json(200, { ...result({ order_id: "INK-1001-A8" }), orders: "none" }), "Made"],
      "no result, no rows": [json(200, { status: 200, message: "Queued" }), "Queued"],
      "a result that is text": [json(200, { status: 200, message: "Made", result: "ok", orders: {} }), "Made"],
    },
  },
  {
    answer: "2xx without a body status that can be read",
    ...unclear,
    examples: {
      "no status": [json(200, { ...created(), status: undefined }), "Made"],
      "another status": [json(200, created({ status: "fine" })), "Made"],
      "an error only": [json(200, { error: "Broken" }), "Broken"],
      "an array": [json(200, [created()])],
    },
  },
  {
    answer: "2xx, body status 4xx",
    ...refused,
    examples: {
      "400": [json(200, says(400)), "Too bad"],
      "422 as text": [json(200, says("422")), "Too bad"],
      "without words": [json(200, { status: 404 }), "status 404"],
    },
  },
  {
    answer: "2xx, body status 401 or 403, to whatever the account asks",
    ...unauthorized,
    examples: { "401": [json(200, says(401)), "Too bad"], "403": [json(200, says(403)), "Too bad"] },
  },
  {
    answer: "2xx, body status 408, 425, 5xx or any other",
    ...unclear,
    examples: {
      "408": [json(200, says(408)), "Too bad"],
      "425": [json(200, says(425)), "Too bad"],
      "500": [json(200, says(500)), "Too bad"],
      "302": [json(200, says(302)), "Too bad"],
      "0": [json(200, says(0)), "Too bad"],
    },
  },
  {
    answer: "4xx with words in JSON",
    ...refused,
    examples: {
      "400, message": [json(400, { message: "Too bad" }), "Too bad"],
      "404, error": [json(404, { error: "Too bad" }), "Too bad"],
      "409, error as object": [json(409, { error: { code: 7 } }), '{"code":7}'],
      "422, errors": [json(422, { message: "Too bad", errors: { zip: ["?"] } }), 'Too bad {"zip":["?"]}'],
    },
  },
  {
    answer: "4xx in HTML or text, empty, or in JSON without words",
    ...unclear,
    examples: {
      "404 in HTML": [html(404, "<h1>Not Found</h1>"), "Not Found"],
      "400 in text": [text(400, "No such SKU: A"), "No such SKU: A"],
      "422 in JSON with other fields": [json(422, { reason: "Too bad" }), '{"reason":"Too bad"}'],
      "403 of a firewall": [html(403, "<head><title>x</title></head><p>Blocked &amp; gone</p>"), "Blocked & gone"],
      "400, empty": [html(400, "")],
      "400, {}": [json(400, {})],
    },
  },
  {
    answer: "4xx whose body status is no 4xx",
    ...unclear,
    examples: {
      "400 that says 200": [json(400, says(200, "Fine")), "Fine"],
      "400 that says 500": [json(400, says(500)), "Too bad"],
    },
  },
  {
    answer: "401; 403 with words in JSON, to whatever the account asks",
    ...unauthorized,
    examples: {
      "401": [json(401, says(401)), "Too bad"],
      "401, empty": [html(401, "")],
      "403": [json(403, { message: "Too bad" }), "Too bad"],
    },
  },
  {
    answer: "401, as HTTP status or in the body, to this order alone",
    alone: true,
    create: "RejectedError",
    read: "–",
    state: "ready",
    examples: {
      "401": [json(401, says(401)), "Too bad"],
      "401, empty": [html(401, ""), "status 401"],
      "in the body": [json(200, says(401)), "Too bad"],
    },
  },
  {
    answer: "403 with words in JSON, or in the body, to this order alone",
    alone: true,
    create: "RejectedError",
    read: "–",
    state: "rejected",
    examples: {
      "403": [json(403, { message: "Too bad" }), "Too bad"],
      "in the body": [json(200, says(403)), "Too bad"],
    },
  },
  {
    answer: "408, 425",
    ...unclear,
    examples: { "408": [json(408, says(408)), "Too bad"], "425": [json(425, says(425)), "Too bad"] },
  },
  {
    answer: "429, as HTTP status or in the body",
    ...later,
    examples: {
      "429": [json(429, says(429)), "Too bad"],
      "429, empty": [html(429, "")],
      "in the body": [json(200, says(429)), "Too bad"],
    },
  },
  {
    answer: "a redirect, never followed",
    ...unclear,
    examples: {
      "302": [html(302, "", { Location: "/cdn/api/orders/v1/create" })],
      "307": [html(307, "", { Location: "/cdn/api/orders/v1/create" })],
      "308": [json(308, says(308), { Location: "/" }), "Too bad"],
    },
  },
  {
    answer: "5xx, whatever its body says",
    ...unclear,
    examples: {
      "500": [json(500, says(500)), "Too bad"],
      "502 in HTML": [html(502, "<h1>Bad Gateway</h1>"), "Bad Gateway"],
      "503 that says 400": [json(503, says(400)), "Too bad"],
      "504, empty": [html(504, "")],
    },
  },
  {
    answer: "2xx in HTML, or empty",
    ...unclear,
    examples: {
      html: [html(200, "<p>Just a moment</p>"), "Just a moment"],
      empty: [html(200, "")],
      blank: [html(200, " \n")],
      "204": [html(204, "")],
    },
  },
  {
    answer: "cut short: half of the JSON, or the connection closed within",
    ...unclear,
    examples: { "half of the JSON": [half], "closed within": [cut] },
  },
  {
    answer: "over 1 MB; a list over 5 MB",
    ...unclear,
    examples: { huge: [json(200, created({ message: "x".repeat(6_000_000) }))] },
  },
  {
    answer: "no answer in time, or one without end",
    ...unclear,
    examples: { silence: [silent], "without end": [endless] },
  },
  {
    answer: "reset or closed before an answer, or bytes that are no HTTP",
    ...unclear,
    examples: { reset: [reset], closed: [closed], "no HTTP": [noHttp] },
  },
  {
    answer: "no connection, no such host, no such address",
    ...later,
    nowhere: ["http://127.0.0.1:1", "http://nowhere.invalid", "nonsense"],
    examples: {},
  },
];
