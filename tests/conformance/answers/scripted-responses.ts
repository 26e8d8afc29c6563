import type { ServerResponse } from "node:http";
import { REFERENCE } from "../client/harness.testing.ts";

/** What a server does with a request that arrived completely. */
export type Script = (response: ServerResponse) => void;

/** Gives this answer to creates only; every other request succeeds. */
export const toCreates =
  (script: Script): Script =>
  (response) =>
    response.req.url?.endsWith("/create") ? script(response) : json(200, created())(response);

/** Gives this answer to requests with the first token only; every request with a new one succeeds. */
export const toFirstToken =
  (script: Script): Script =>
  (response) =>
    response.req.headers["svc-access-token"] === "t-1" ? script(response) : json(200, created())(response);

const write =
  (type: string) =>
  (status: number, text: string, headers: Record<string, string> = {}): Script =>
  (response) =>
    void response.writeHead(status, { "Content-Type": type, ...headers }).end(text);

export const html = write("text/html");
export const text = write("text/plain");
const asJson = write("application/json");
export const json = (status: number, body: unknown, headers?: Record<string, string>): Script =>
  asJson(status, JSON.stringify(body), headers);

/** The answer to `create` and to the list at once, so that one script serves both. */
export const created = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  status: 200,
  message: "Made",
  result: { order_id: REFERENCE, updated_at: "2026-11-20 12:00:00", order_items: [] },
  length: 0,
  orders: [],
  ...changes,
});
/** The same with changes in the result. */
export const result = (changes: Record<string, unknown>): Record<string, unknown> =>
  created({ result: { order_id: REFERENCE, updated_at: "2026-11-20 12:00:00", order_items: [], ...changes } });

export const row = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  svc_order_id: "P1",
  order_name: REFERENCE,
  dtime_entered: "2026-11-20 12:00:00",
  order_items: [],
  trackings: [],
  ...changes,
});

/** Half of the body, then the connection is closed. */
export const cut: Script = (response) => {
  response.writeHead(200, { "Content-Length": "500" });
  response.write('{"status":200', () => response.socket?.destroy());
};
export const half: Script = html(200, JSON.stringify(created()).slice(0, 60));
export const endless: Script = (response) => void response.writeHead(200).write('{"status":200,');
export const silent: Script = () => undefined;
export const reset: Script = (response) => void response.socket?.resetAndDestroy();
export const closed: Script = (response) => void response.socket?.destroy();
export const noHttp: Script = (response) => void response.socket?.end("what?\r\n\r\n");
