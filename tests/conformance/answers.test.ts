import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { RemoteError } from "../../app/ports/errors.ts";
import type { PrintService } from "../../app/ports/print-service.ts";
import { createPrintService } from "../../app/print-service/index.ts";
import { configOf, fixedToken, rawServer } from "../../app/print-service/print-service.testing.ts";
import { ANSWERS } from "./answers/rows.ts";
import type { Outcome } from "./answers/rows.ts";
import { toCreates, type Script } from "./answers/scripted-responses.ts";
import { submissionHarness } from "./answers/submission.testing.ts";
import { tableUnder } from "./answers/table.testing.ts";
import { DAY } from "./client/harness.testing.ts";

let accountRefused = false;
const tokens = { ...fixedToken, markRefused: async () => void (accountRefused = true) };

const at = (url: string): PrintService =>
  createPrintService({ ...configOf(url), tokens, timeouts: { create: 300, read: 300 } });

async function listed(service: PrintService): Promise<Outcome> {
  try {
    await service.forAccount("a1").list({ ...DAY, limit: 50, page: 1 });
    return "–";
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    return error.name as Outcome;
  }
}

/** The client at a service that answers so, and what it was asked. */
async function answered<T>(script: Script, ask: (service: PrintService) => Promise<T>): Promise<[T, string[]]> {
  const server = await rawServer(script);
  try {
    return [await ask(at(server.url)), server.requests.map(({ url }) => url)];
  } finally {
    await server.close();
  }
}

let orders: Awaited<ReturnType<typeof submissionHarness>>;
beforeAll(async () => void (orders = await submissionHarness()));
afterAll(() => orders.close());

describe.each(ANSWERS)("$answer", ({ create, read, state, examples, alone, nowhere = [] }) => {
  beforeEach(() => void (accountRefused = false));

  it.each(Object.entries(examples))("%s", async (_, [output, words]) => {
    const script = alone ? toCreates(output) : output;
    const [sent, requests] = await answered(script, (service) => orders.sent(service));
    expect(sent).toMatchObject({ state, words });
    expect(accountRefused).toBe(create === "UnauthorizedError");
    // An order is sent once. What refuses a token is asked something harmless, with the token and with a new one.
    expect(requests.filter((url) => url.endsWith("/create"))).toHaveLength(1);
    expect(requests).toHaveLength(create === "UnauthorizedError" ? 3 : alone ? 2 : 1);
    if (create === "–") expect(sent.logged).toBe("");
    else expect(sent.logged).toContain(`"error":"${create}"`);
    if (words !== undefined) expect(sent.logged).not.toContain(words);
    expect((await answered(script, listed))[0]).toBe(read);
  });

  it.each(nowhere)("%s", async (url) => {
    expect(await orders.sent(at(url))).toMatchObject({ state, words: undefined });
    expect(accountRefused).toBe(false);
    expect(await listed(at(url))).toBe(read);
  });
});

it("is what ARCHITECTURE.md says, row by row", async () => {
  const rows = ANSWERS.map(({ answer, create, state, read }) => [answer, create, state, read]);
  expect(await tableUnder("What an answer of the print service means")).toEqual(rows);
});
