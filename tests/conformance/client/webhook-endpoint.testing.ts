import { afterAll, beforeAll } from "vitest";
import { intakeWorld } from "../../../app/webhooks/webhook-server.testing.ts";
import type { IntakeWorld } from "../../../app/webhooks/webhook-server.testing.ts";
import type { Meaning } from "../../../app/ports/webhooks.ts";
import { readEvent } from "../../../app/print-service/parse-webhook.ts";
import type { ClientWorld } from "./harness.testing.ts";

const KEY = { header: "X-Conf-Key", tokens: ["t-1"] };
let intake: IntakeWorld;
let accounts = 0;

/** The app's door for events over a real database, one for all tests of a file. */
export function openDoor(): void {
  beforeAll(async () => void (intake = await intakeWorld(async () => KEY)));
  afterAll(() => intake.close());
}

/** What came through the door: what it meant to us, and what the service was answered. */
export interface Came {
  meanings: Meaning[];
  answers: (number | null)[];
}

/** Registers the door with the service for a new account, has something happen there, and reads what came of it. */
export async function through(
  { account, standIn }: ClientWorld,
  happens: () => void,
  { accessToken = "t-1" } = {},
): Promise<Came> {
  const scope = `ACCOUNT${++accounts}`;
  const at = (topic: string) => ({
    endpoint: `${intake.origin}/print-events/${scope}/${topic}`,
    active: true,
    accessKey: KEY.header,
    accessToken,
  });
  await account.createRegistration("tracking", at("tracking"));
  await account.createRegistration("order_status", at("order-status"));
  const before = standIn.state().deliveries.length;
  happens();
  await standIn.settled();
  const rows = await intake.database.db.delivery.findMany({ where: { scope }, orderBy: { receivedAt: "asc" } });
  return {
    meanings: rows.map(({ id, topic, bodySealed }) =>
      readEvent(topic, intake.seal.open(Buffer.from(bodySealed ?? []), `delivery:${id}`)),
    ),
    answers: standIn
      .state()
      .deliveries.slice(before)
      .map(({ answered }) => answered),
  };
}

/** Posts to the door itself; resolves to the HTTP status. */
export async function knock(topic: string, body: string, headers: Record<string, string>): Promise<number> {
  const answer = await fetch(`${intake.origin}/print-events/ACCOUNT0/${topic}`, { method: "POST", headers, body });
  await answer.arrayBuffer();
  return answer.status;
}
