/** For tests only: the webhook endpoints on a free port, over a real PostgreSQL. */
import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import { connect } from "node:net";
import type { AddressInfo } from "node:net";
import express from "express";
import { createEncryptor, type Encryptor } from "../encryption/encryptor.server.ts";
import { openFreshDatabase, type FreshDatabase } from "../../tests/support/database.ts";
import type { Database } from "../database/db.server.ts";
import type { WebhookObserver } from "../ports/observe.ts";
import { createDeliveryWriter } from "./delivery-writer.ts";
import type { FindWebhookSecrets } from "./print-service-endpoint.ts";
import type { RejectionLimit } from "./rejections.ts";
import { webhookRouter } from "./router.ts";
import { newId } from "../../tests/support/ids.ts";

const SECRET = "a secret of the app";

export interface WebhookTestServer {
  origin: string;
  database: FreshDatabase & Database;
  encryptor: Encryptor;
  /** Ids that a worker was woken for, in order. */
  woken: string[];
  /** Shops and senders of which a delivery is being stored. */
  underway: string[];
  /** What was observed: `source topic outcome`, `source rejected reason`. */
  observed: string[];
  /** API versions of signed webhooks. */
  apiVersions: (string | null | undefined)[];
  /** What was logged, as text. */
  logged: string[];
  close(): Promise<void>;
}

export async function startWebhookServer(
  findSecrets: FindWebhookSecrets,
  rejectionLimit?: RejectionLimit,
  accountKeys = () => Promise.resolve(["ACCOUNT"]),
): Promise<WebhookTestServer> {
  const database = await openFreshDatabase({ connections: 4 });
  const encryptor = createEncryptor([{ id: "k1", key: Buffer.alloc(32, 7) }]);
  const woken: string[] = [];
  const underway: string[] = [];
  const observed: string[] = [];
  const apiVersions: WebhookTestServer["apiVersions"] = [];
  const logged: string[] = [];
  const line = (fields: object, message: string) => void logged.push(JSON.stringify({ ...fields, message }));
  const http = express();
  const ctx = {
    writer: createDeliveryWriter(database.pool),
    encryptor,
    clock: { now: () => new Date("2026-03-01T12:00:00.000Z") },
    ids: { uuid: () => newId(), code: (length: number) => "A".repeat(length) },
    log: { debug: line, info: line, warn: line, error: line },
    observeApiVersion: (_source: string, header: string | null | undefined) => void apiVersions.push(header),
    wake: (id: string) => void woken.push(id),
    underway: {
      began: (partition: string) => void underway.push(partition),
      ended: (partition: string) => void underway.splice(underway.indexOf(partition), 1),
    },
    observe: {
      received: (source, topic, outcome) => void observed.push(`${source} ${topic} ${outcome}`),
      rejected: (source, reason) => void observed.push(`${source} rejected ${reason}`),
      answered: () => undefined,
    } satisfies WebhookObserver,
  };
  const answerRates = () => Promise.resolve({ status: 200 as const, body: { rates: [] } });
  http.use(webhookRouter(ctx, { shopifySecret: SECRET, findSecrets, accountKeys, rejectionLimit, answerRates }));
  const server = createServer(http);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await database.drop();
  };
  return { origin, database, encryptor, woken, underway, observed, apiVersions, logged, close };
}

interface TestWebhook {
  topic?: string;
  body?: string | Buffer;
  /** null: left out. */
  id?: string | null;
  shop?: string;
  signature?: string;
  headers?: Record<string, string>;
}

/** Posts a webhook as Shopify signs it; resolves to the HTTP status. */
export async function postWebhook(webhookServer: WebhookTestServer, hook: TestWebhook = {}): Promise<number> {
  const body = Buffer.from(hook.body ?? '{"id":1}');
  const id = hook.id === undefined ? newId() : hook.id;
  const answer = await fetch(`${webhookServer.origin}/webhooks/${hook.topic ?? "orders/create"}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-shopify-hmac-sha256": hook.signature ?? sign(body),
      "x-shopify-shop-domain": hook.shop ?? "one.myshopify.com",
      ...(id === null ? {} : { "x-shopify-webhook-id": id }),
      ...hook.headers,
    },
    body,
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** Posts an event of the print service; resolves to the HTTP status. */
export async function postPrintServiceWebhook(
  webhookServer: WebhookTestServer,
  path: string,
  headers: Record<string, string>,
  body: string,
): Promise<number> {
  const init = { method: "POST", headers: { "content-type": "application/json", ...headers }, body };
  const answer = await fetch(`${webhookServer.origin}/print-events/${path}`, init);
  await answer.arrayBuffer();
  return answer.status;
}

/**
 * Announces a body, sends none, and resolves to the status line that comes nevertheless, once the connection is closed.
 * An endpoint that waits for the body never answers.
 */
export function responseBeforeBody(origin: string, path: string, headers: Record<string, string>): Promise<string> {
  const socket = connect(Number(new URL(origin).port), "127.0.0.1");
  const given = {
    host: "endpoint.example",
    "content-type": "application/json",
    "content-length": "1000000",
    ...headers,
  };
  const lines = Object.entries(given).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join("")}\r\n`);
  let answer = "";
  socket.on("data", (chunk: Buffer) => (answer += chunk.toString("latin1")));
  return new Promise((resolve, reject) => {
    socket.on("error", reject);
    socket.on("close", () => resolve(answer.split("\r\n")[0] ?? ""));
  });
}

export const sign = (body: Buffer) => createHmac("sha256", SECRET).update(body).digest("base64");
