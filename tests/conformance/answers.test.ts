import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ForeignError } from "../../app/ports/errors.ts";
import type { PrintService } from "../../app/ports/print-service.ts";
import { createPrintService } from "../../app/print-service/index.ts";
import { configOf, fixedToken, rawServer } from "../../app/print-service/test-support.ts";
import { ANSWERS } from "./answers/rows.ts";
import type { Outcome } from "./answers/rows.ts";
import type { Script } from "./answers/scripts.ts";
import { submissions } from "./answers/submission.ts";
import { tableUnder } from "./answers/table.ts";
import { DAY } from "./client/world.ts";

const at = (url: string): PrintService =>
  createPrintService({ ...configOf(url), tokens: fixedToken, timeouts: { create: 300, read: 300 } });

async function listed(service: PrintService): Promise<Outcome> {
  try {
    await service.forAccount("a1").list({ ...DAY, limit: 50, page: 1 });
    return "–";
  } catch (error) {
    if (!(error instanceof ForeignError)) throw error;
    return error.name as Outcome;
  }
}

/** The client at a service that answers so, and how often it was asked. */
async function answered<T>(script: Script, ask: (service: PrintService) => Promise<T>): Promise<[T, number]> {
  const server = await rawServer(script);
  try {
    return [await ask(at(server.url)), server.requests.length];
  } finally {
    await server.close();
  }
}

let orders: Awaited<ReturnType<typeof submissions>>;
beforeAll(async () => void (orders = await submissions()));
afterAll(() => orders.close());

describe.each(ANSWERS)("$answer", ({ create, read, state, examples, nowhere = [] }) => {
  it.each(Object.entries(examples))("%s", async (_, [script, words]) => {
    const [sent, asked] = await answered(script, (service) => orders.sent(service));
    expect(sent).toMatchObject({ state, words, accountRefused: create === "Unauthorized" });
    // An order is sent once; only a refused token is renewed and the call repeated.
    expect(asked).toBe(create === "Unauthorized" ? 2 : 1);
    if (create === "–") expect(sent.logged).toBe("");
    else expect(sent.logged).toContain(`"error":"${create}"`);
    if (words !== undefined) expect(sent.logged).not.toContain(words);
    expect((await answered(script, listed))[0]).toBe(read);
  });

  it.each(nowhere)("%s", async (url) => {
    expect(await orders.sent(at(url))).toMatchObject({ state, words: undefined, accountRefused: false });
    expect(await listed(at(url))).toBe(read);
  });
});

it("is what ARCHITECTURE.md says, row by row", async () => {
  const rows = ANSWERS.map(({ answer, create, state, read }) => [answer, create, state, read]);
  expect(await tableUnder("What an answer of the print service means")).toEqual(rows);
});
