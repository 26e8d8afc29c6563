import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

export interface StandIn {
  url: string;
  /** Orders that wholly arrived. */
  created(): number;
  /** Called for each completely received order, with its reference and the instant (performance.now). */
  onCreate(listener: ((reference: string, at: number) => void) | null): void;
  /** How long an answer to a create takes from now on. */
  answerCreatesAfter(ms: number): void;
  /** What the list shows from now on, by reference; detail shows the same, and what was created. */
  list(references: readonly string[]): void;
  /** Calls of list and detail since the last call of this. */
  takeReadCalls(): { list: number; detail: number };
  stop(): Promise<void>;
}

/** What an order of the list consists of: the app compares it with what the bench says it sent. */
export const LISTED_ITEM = { item_sku: "BENCH-TEE-M", unfulfill_quantity: 1 };

/** The least that the print service can be: takes orders (print-service: createOrder), and lists what it is told to. */
export async function startStandIn(): Promise<StandIn> {
  let listening: ((reference: string, at: number) => void) | null = null;
  const created = new Set<string>();
  let creates = 0;
  let createMs = 0;
  let listed: readonly string[] = [];
  let inList: ReadonlySet<string> = new Set();
  let calls = { list: 0, detail: 0 };
  const isKnown = (reference: string) => inList.has(reference) || created.has(reference);
  const server = createServer((req, res) => {
    const send = (body: object) => res.setHeader("content-type", "application/json").end(JSON.stringify(body));
    const url = new URL(req.url ?? "/", "http://stand-in");
    const reading = url.pathname.replace("/cdn/api/orders/v1/", "");
    if (reading === "all") {
      calls.list += 1;
      return void send(listPage(url.searchParams, listed));
    }
    if (reading === "detail") {
      calls.detail += 1;
      const reference = url.searchParams.get("order_id") ?? "";
      return void send({ status: 200, message: "", order: isKnown(reference) ? listedOrder(reference) : null });
    }
    void bodyOf(req).then((body) => {
      if (reading !== "create") return send({ status: 200, message: "" });
      creates += 1;
      const order = JSON.parse(body) as CreateBody;
      created.add(order.order_id);
      listening?.(order.order_id, performance.now());
      setTimeout(() => send(acceptedResponse(order)), createMs);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    created: () => creates,
    onCreate: (listener) => void (listening = listener),
    answerCreatesAfter: (ms) => void (createMs = ms),
    list(references) {
      listed = references;
      inList = new Set(references);
    },
    takeReadCalls() {
      const taken = calls;
      calls = { list: 0, detail: 0 };
      return taken;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function bodyOf(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

interface CreateBody {
  order_id: string;
  order_items: { product_name: string; item_sku: string; unfulfill_quantity: number }[];
}

function acceptedResponse(order: CreateBody): object {
  const items = order.order_items.map((item, at) => ({ svc_id: at + 1, ...item }));
  const updated_at = new Date().toISOString().slice(0, 19).replace("T", " ");
  return { status: 200, message: "", result: { order_id: order.order_id, updated_at, order_items: items } };
}

/** One page of the list (print-service: listOrders). A range that ends long ago is empty. */
function listPage(params: URLSearchParams, listed: readonly string[]): object {
  const [limit, page] = [Number(params.get("limit")), Number(params.get("page"))];
  const isRecent = (params.get("created_at_max") ?? "") > "2020";
  const rows = isRecent ? listed.slice((page - 1) * limit, page * limit) : [];
  return { status: 200, message: "", length: rows.length, orders: rows.map(listedOrder) };
}

function listedOrder(reference: string): object {
  return {
    svc_order_id: `S-${reference}`,
    order_name: reference,
    dtime_entered: new Date().toISOString().slice(0, 10) + " 00:00:00",
    store_name: "Bench",
    order_items: [{ ...LISTED_ITEM, product_name: "Bench shirt", order_status: "Received", payment_status: "Paid" }],
    trackings: [],
  };
}
