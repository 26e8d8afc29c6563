import { afterAll, beforeAll } from "vitest";
import { startWebhookServer } from "../../../app/webhooks/webhook-server.testing.ts";
import type { WebhookTestServer } from "../../../app/webhooks/webhook-server.testing.ts";
import type { ParsedWebhook } from "../../../app/ports/webhooks.ts";
import { parsePrintServiceWebhook } from "../../../app/print-service/webhook-payloads.ts";
import type { ClientHarness } from "./harness.testing.ts";

const KEY = { header: "X-Conf-Key", tokens: ["t-1"] };
let endpoint: WebhookTestServer;
let accounts = 0;

/** The app's webhook endpoint over a real database, one for all tests of a file. */
export function useWebhookEndpoint(): void {
  beforeAll(async () => void (endpoint = await startWebhookServer(async () => KEY)));
  afterAll(() => endpoint.close());
}

/** What arrived at the endpoint: its meaning to the app, and the answer to the service. */
export interface ReceivedEvents {
  meanings: ParsedWebhook[];
  answers: (number | null)[];
}

/** Registers the endpoint with the service for a new account, has something happen there, and reads what came of it. */
export async function receiveEvents(
  { account, standIn }: ClientHarness,
  trigger: () => void,
  { accessToken = "t-1" } = {},
): Promise<ReceivedEvents> {
  const scope = `ACCOUNT${++accounts}`;
  const at = (topic: string) => ({
    endpoint: `${endpoint.origin}/print-events/${scope}/${topic}`,
    active: true,
    accessKey: KEY.header,
    accessToken,
  });
  await account.createRegistration("tracking", at("tracking"));
  await account.createRegistration("order_status", at("order-status"));
  const before = standIn.state().deliveries.length;
  trigger();
  await standIn.settled();
  const rows = await endpoint.database.db.webhookDelivery.findMany({
    where: { scope },
    orderBy: { receivedAt: "asc" },
  });
  return {
    meanings: rows.map(({ id, topic, bodyEncrypted }) =>
      parsePrintServiceWebhook(topic, endpoint.encryptor.decrypt(Buffer.from(bodyEncrypted ?? []), `delivery:${id}`)),
    ),
    answers: standIn
      .state()
      .deliveries.slice(before)
      .map(({ responseStatus }) => responseStatus),
  };
}

/** Posts to the endpoint itself; resolves to the HTTP status. */
export async function postEvent(topic: string, body: string, headers: Record<string, string>): Promise<number> {
  const answer = await fetch(`${endpoint.origin}/print-events/ACCOUNT0/${topic}`, { method: "POST", headers, body });
  await answer.arrayBuffer();
  return answer.status;
}
