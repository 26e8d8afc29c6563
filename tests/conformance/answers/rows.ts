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
/** "–" stands for no error. */
export type Outcome = ErrorName | "–";

/** One row of the table in docs/reference/print-service-answers.md, with examples. */
export interface AnswerRow {
  answer: string;
  create: Outcome;
  read: Outcome;
  /** State of a submission after its create was answered so. */
  state: "submitted" | "ready" | "rejected" | "uncertain";
  /** Only creates get this answer; every other request of the account succeeds. */
  createOnly?: true;
  /** Only requests with the first token get this answer. */
  firstTokenOnly?: true;
  /** Base URLs at which nothing answers. */
  unreachable?: string[];
  /** Examples by name, each with the provider message that the attempt keeps. */
  examples: Record<string, [script: Script, providerMessage?: string]>;
}

const bodyOf = (status: number | string, message = "Too bad") => ({ status, message });
const accepted = { create: "–", read: "–", state: "submitted" } as const;
const uncertain = { create: "UncertainError", read: "UnavailableError", state: "uncertain" } as const;
const rejected = { create: "RejectedError", read: "RejectedError", state: "rejected" } as const;
const unauthorized = { create: "UnauthorizedError", read: "UnauthorizedError", state: "ready" } as const;
const notProcessed = { create: "UnavailableError", read: "UnavailableError", state: "ready" } as const;

export const ANSWERS: AnswerRow[] = [
  {
    answer: "2xx, body status 2xx, every field as shown; create names our reference",
    ...accepted,
    examples: {
      "200": [json(200, created())],
      "201": [json(201, created())],
      "body 201": [json(200, created(bodyOf(201)))],
    },
  },
  {
    answer: "the same with missing or unknown fields, numbers as text, dates with or without seconds",
    ...accepted,
    examples: {
      "status as text": [json(200, created({ status: "200" }))],
      "no message": [json(200, created({ message: undefined }))],
      "unknown fields": [json(200, { ...result({ color: "red" }), extra: [1], orders: [row({ extra: {} })] })],
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
    ...uncertain,
    examples: {
      "another reference": [json(200, { ...result({ order_id: "INK-1001-A8" }), orders: "none" }), "Made"],
      "no result, no rows": [json(200, { status: 200, message: "Queued" }), "Queued"],
      "a result that is text": [json(200, { status: 200, message: "Made", result: "ok", orders: {} }), "Made"],
    },
  },
  {
    answer: "2xx without a readable body status",
    ...uncertain,
    examples: {
      "no status": [json(200, { ...created(), status: undefined }), "Made"],
      "another status": [json(200, created({ status: "fine" })), "Made"],
      "an error only": [json(200, { error: "Broken" }), "Broken"],
      "an array": [json(200, [created()])],
    },
  },
  {
    answer: "2xx, body status 4xx",
    ...rejected,
    examples: {
      "400": [json(200, bodyOf(400)), "Too bad"],
      "422 as text": [json(200, bodyOf("422")), "Too bad"],
      "without a message": [json(200, { status: 404 }), "status 404"],
    },
  },
  {
    answer: "2xx, body status 401 or 403, to every request of the account",
    ...unauthorized,
    examples: { "401": [json(200, bodyOf(401)), "Too bad"], "403": [json(200, bodyOf(403)), "Too bad"] },
  },
  {
    answer: "2xx, body status 408, 425, 5xx or any other",
    ...uncertain,
    examples: {
      "408": [json(200, bodyOf(408)), "Too bad"],
      "425": [json(200, bodyOf(425)), "Too bad"],
      "500": [json(200, bodyOf(500)), "Too bad"],
      "302": [json(200, bodyOf(302)), "Too bad"],
      "0": [json(200, bodyOf(0)), "Too bad"],
    },
  },
  {
    answer: "4xx with a message in JSON",
    ...rejected,
    examples: {
      "400, message": [json(400, { message: "Too bad" }), "Too bad"],
      "404, error": [json(404, { error: "Too bad" }), "Too bad"],
      "409, error as object": [json(409, { error: { code: 7 } }), '{"code":7}'],
      "422, errors": [json(422, { message: "Too bad", errors: { zip: ["?"] } }), 'Too bad {"zip":["?"]}'],
    },
  },
  {
    answer: "the two above, to every request with a token but not with a new one",
    firstTokenOnly: true,
    create: "UnavailableError",
    read: "–",
    state: "ready",
    examples: {
      "in the body": [json(200, bodyOf(400)), "Too bad"],
      "400, message": [json(400, { message: "Too bad" }), "Too bad"],
      "498, message": [json(498, { message: "Too bad" }), "Too bad"],
    },
  },
  {
    answer: "4xx in HTML or text, empty, or in JSON without a message",
    ...uncertain,
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
    answer: "4xx whose body status is not 4xx",
    ...uncertain,
    examples: {
      "400 with body status 200": [json(400, bodyOf(200, "Fine")), "Fine"],
      "400 with body status 500": [json(400, bodyOf(500)), "Too bad"],
    },
  },
  {
    answer: "401; 403 with a message in JSON, to every request of the account",
    ...unauthorized,
    examples: {
      "401": [json(401, bodyOf(401)), "Too bad"],
      "401, empty": [html(401, "")],
      "403": [json(403, { message: "Too bad" }), "Too bad"],
    },
  },
  {
    answer: "401, as HTTP status or in the body, to this create only",
    createOnly: true,
    create: "RejectedError",
    read: "–",
    state: "ready",
    examples: {
      "401": [json(401, bodyOf(401)), "Too bad"],
      "401, empty": [html(401, ""), "status 401"],
      "in the body": [json(200, bodyOf(401)), "Too bad"],
    },
  },
  {
    answer: "403 with a message in JSON, or in the body, to this create only",
    createOnly: true,
    create: "RejectedError",
    read: "–",
    state: "rejected",
    examples: {
      "403": [json(403, { message: "Too bad" }), "Too bad"],
      "in the body": [json(200, bodyOf(403)), "Too bad"],
    },
  },
  {
    answer: "408, 425",
    ...uncertain,
    examples: { "408": [json(408, bodyOf(408)), "Too bad"], "425": [json(425, bodyOf(425)), "Too bad"] },
  },
  {
    answer: "429, as HTTP status or in the body",
    ...notProcessed,
    examples: {
      "429": [json(429, bodyOf(429)), "Too bad"],
      "429, empty": [html(429, "")],
      "in the body": [json(200, bodyOf(429)), "Too bad"],
    },
  },
  {
    answer: "a redirect (never followed)",
    ...uncertain,
    examples: {
      "302": [html(302, "", { Location: "/cdn/api/orders/v1/create" })],
      "307": [html(307, "", { Location: "/cdn/api/orders/v1/create" })],
      "308": [json(308, bodyOf(308), { Location: "/" }), "Too bad"],
    },
  },
  {
    answer: "5xx, whatever its body says",
    ...uncertain,
    examples: {
      "500": [json(500, bodyOf(500)), "Too bad"],
      "502 in HTML": [html(502, "<h1>Bad Gateway</h1>"), "Bad Gateway"],
      "503 with body status 400": [json(503, bodyOf(400)), "Too bad"],
      "504, empty": [html(504, "")],
    },
  },
  {
    answer: "2xx in HTML, or an empty body",
    ...uncertain,
    examples: {
      html: [html(200, "<p>Just a moment</p>"), "Just a moment"],
      empty: [html(200, "")],
      blank: [html(200, " \n")],
      "204": [html(204, "")],
    },
  },
  {
    answer: "a truncated body: half of the JSON, or the connection closed halfway",
    ...uncertain,
    examples: { "half of the JSON": [half], "closed within": [cut] },
  },
  {
    answer: "a body over 1 MB; a list over 5 MB",
    ...uncertain,
    examples: { huge: [json(200, created({ message: "x".repeat(6_000_000) }))] },
  },
  {
    answer: "no answer in time, or an answer without end",
    ...uncertain,
    examples: { silence: [silent], "without end": [endless] },
  },
  {
    answer: "reset or closed before an answer, or bytes that are not HTTP",
    ...uncertain,
    examples: { reset: [reset], closed: [closed], "no HTTP": [noHttp] },
  },
  {
    answer: "no connection, no such host, no such address",
    ...notProcessed,
    unreachable: ["http://127.0.0.1:1", "http://nowhere.invalid", "nonsense"],
    examples: {},
  },
];
