import type { PrintItem, PrintOrder } from "../../../app/ports/order-model.ts";
import type { PrintAccountCalls } from "../../../app/ports/print-service.ts";
import { createPrintService } from "../../../app/print-service/index.ts";
import type { PrintServiceConfig } from "../../../app/print-service/index.ts";
import { memoryTokens, noDeadline, printOrder } from "../../../app/print-service/print-service.testing.ts";
import { createPrintServiceStandIn, DEFAULT_ACCOUNT } from "../../../sandbox/print-service/index.ts";
import type { PrintServiceStandIn } from "../../../sandbox/print-service/index.ts";
import { standInOptions, TODAY } from "../dialects.ts";
import type { Dialect } from "../dialects.ts";
import { recordBefore } from "../recorder.testing.ts";
import type { Recorded } from "../recorder.testing.ts";
import { idOf } from "../../support/ids.ts";

export const CREATE = "/cdn/api/orders/v1/create";
export const PRICE = "/cdn/api/orders/v1/test-cost-order";
export const LIST = "/cdn/api/orders/v1/all";
export const DETAIL = "/cdn/api/orders/v1/detail";
export const TOKEN = "/cdn/api/auth/v1/token";
export const DAY = { from: `${TODAY} 00:00:00`, to: `${TODAY} 23:59:59` };
export const REFERENCE = "INK-1001-A7";

/** An item that the service takes. */
export const ITEM = printOrder().items[0] as PrintItem;

// Foreign JSON, looked into freely by tests.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any;

/** Our client before the stand-in, and what it put on the wire. */
export interface ClientHarness {
  dialect: Dialect;
  config: PrintServiceConfig;
  standIn: PrintServiceStandIn;
  account: PrintAccountCalls;
  /** All requests so far. */
  requests: Recorded[];
  /** The last request to that path. */
  last(path: string): Recorded;
  /** Its parameters, from where this dialect has them. */
  fields(path: string): Json;
  /** Sends an order, right but for `changes`. */
  create(changes?: Partial<PrintOrder>): ReturnType<PrintAccountCalls["create"]>;
  close(): Promise<void>;
}

export async function openClientHarness(dialect: Dialect): Promise<ClientHarness> {
  const standIn = await createPrintServiceStandIn(standInOptions(dialect));
  const recorder = await recordBefore(standIn.url);
  const { prefix, tokenMethod, getParams } = dialect;
  const config: PrintServiceConfig = { baseUrl: recorder.url, prefix, tokenMethod, getParams };
  const tokens = memoryTokens(config, DEFAULT_ACCOUNT);
  const account = createPrintService({ ...config, tokens }).forAccount(idOf("a1"));
  const last = (path: string) => {
    const found = recorder.requests.findLast((request) => request.path === path);
    if (!found) throw new Error(`nothing was sent to ${path}`);
    return found;
  };
  return {
    dialect,
    config,
    standIn,
    account,
    requests: recorder.requests,
    last,
    fields(path) {
      const { method, query, body } = last(path);
      return method === "GET" && getParams === "query" ? query : JSON.parse(body);
    },
    create: (changes) => account.create(printOrder(changes), noDeadline),
    async close() {
      await recorder.close();
      await standIn.close();
    },
  };
}
