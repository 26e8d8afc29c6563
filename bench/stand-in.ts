import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

export interface StandIn {
  url: string;
  /** Resolves to the instant (performance.now) at which the next order has wholly arrived. */
  nextCreate(): Promise<number>;
  /** Called for each completely received order, with its reference and the instant. */
  onCreate(listener: ((reference: string, at: number) => void) | null): void;
  stop(): Promise<void>;
}

/** The least that the print service can be: takes orders (service-interface 4.3), lists none (4.5). */
export async function startStandIn(): Promise<StandIn> {
  let waiting: ((at: number) => void) | null = null;
  let listening: ((reference: string, at: number) => void) | null = null;
  const server = createServer((req, res) => {
    void bodyOf(req).then((body) => {
      const at = performance.now();
      const created = req.url?.startsWith("/cdn/api/orders/v1/create");
      res.setHeader("content-type", "application/json");
      res.end(JSON.stringify(created ? acceptedResponse(body) : { status: 200, message: "", length: 0, orders: [] }));
      if (!created) return;
      waiting?.(at);
      listening?.((JSON.parse(body) as CreateBody).order_id, at);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    nextCreate: () => new Promise((resolve) => (waiting = resolve)),
    onCreate: (listener) => void (listening = listener),
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

function acceptedResponse(body: string): object {
  const order = JSON.parse(body) as CreateBody;
  const items = order.order_items.map((item, at) => ({ svc_id: at + 1, ...item }));
  return {
    status: 200,
    message: "",
    result: { order_id: order.order_id, updated_at: "2026-11-01 10:00:00", order_items: items },
  };
}
