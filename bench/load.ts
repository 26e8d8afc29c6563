/** The load generator, in a process of its own: keep-alive connections that post signed orders one after another. */
import { randomUUID } from "node:crypto";
import { connect, type Socket } from "node:net";
import { answer, input } from "./child.ts";
import { signedOrder, webhookHeaders } from "./signed-orders.ts";

export interface Load {
  port: number;
  connections: number;
  seconds: number;
}

export interface Outcome {
  /** Answers with status 200. */
  acknowledged: number;
  /** All other answers. */
  others: number;
  /** From the first request until the last answer. */
  seconds: number;
}

const { orders } = input<{ orders: number }>();
const requests = Array.from({ length: orders }, (_, number) => {
  const order = signedOrder(number);
  const headers = { host: "127.0.0.1", ...webhookHeaders(order, "orders/create"), "content-length": order.body.length };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return { head: `POST /webhooks/orders/create HTTP/1.1\r\n${lines.join("")}x-shopify-webhook-id: `, body: order.body };
});

answer(async (load: Load): Promise<Outcome> => {
  const start = performance.now();
  const until = start + load.seconds * 1000;
  const counts = await Promise.all(
    Array.from({ length: load.connections }, (_, at) => keepPosting(load.port, at, until)),
  );
  const sum = (pick: "acknowledged" | "others") => counts.reduce((total, one) => total + one[pick], 0);
  return { acknowledged: sum("acknowledged"), others: sum("others"), seconds: (performance.now() - start) / 1000 };
});

/** A bare socket: a full HTTP client would take the processor that the servers are to be measured on. */
function keepPosting(port: number, from: number, until: number): Promise<{ acknowledged: number; others: number }> {
  return new Promise((resolve, reject) => {
    const counts = { acknowledged: 0, others: 0 };
    const socket = connect(port, "127.0.0.1", () => post(socket, from));
    socket.setNoDelay(true);
    let number = from;
    let received = "";
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1");
      if (!isWhole(received)) return;
      if (received.startsWith("HTTP/1.1 200 ")) counts.acknowledged += 1;
      else counts.others += 1;
      received = "";
      if (performance.now() < until) return post(socket, (number += 1));
      socket.destroy();
      resolve(counts);
    });
    socket.once("error", reject);
    socket.once("end", () => reject(new Error("the server closed a connection")));
  });
}

function post(socket: Socket, number: number): void {
  const request = requests[number % requests.length];
  if (!request) throw new Error("no orders");
  socket.cork();
  socket.write(`${request.head}${randomUUID()}\r\n\r\n`);
  socket.write(request.body);
  socket.uncork();
}

/** Whether one whole answer is there, by its length or its last chunk. */
function isWhole(text: string): boolean {
  const headEnd = text.indexOf("\r\n\r\n");
  if (headEnd < 0) return false;
  const length = /\r\ncontent-length: (\d+)\r\n/i.exec(text.slice(0, headEnd + 2));
  return length ? text.length >= headEnd + 4 + Number(length[1]) : text.endsWith("0\r\n\r\n");
}
