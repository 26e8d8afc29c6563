import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { RemoteError } from "../../app/ports/errors.ts";
import type { PrintService } from "../../app/ports/print-service.ts";
import { createPrintService } from "../../app/print-service/index.ts";
import { configOf, fixedToken, rawServer } from "../../app/print-service/print-service.testing.ts";
import { ANSWERS } from "./answers/rows.ts";
import type { Outcome } from "./answers/rows.ts";
import { toCreates, toFirstToken, type Script } from "./answers/scripted-responses.ts";
import { submissionHarness } from "./answers/submission.testing.ts";
import { firstTable } from "../../scripts/documents/markdown-table.ts";
import { DAY } from "./client/harness.testing.ts";
import { idOf } from "../support/ids.ts";
import { slowness } from "../support/slowness.ts";

let accountRejected = false;
const tokens = { ...fixedToken, markRejected: async () => void (accountRejected = true) };

/** Only a silent service is waited for as long. */
const LONGEST_MS = Math.ceil(1_000 * slowness);

const at = (url: string): PrintService =>
  createPrintService({ ...configOf(url), tokens, timeouts: { create: LONGEST_MS, read: LONGEST_MS } });

async function listed(service: PrintService): Promise<Outcome> {
  try {
    await service.forAccount(idOf("a1")).list({ ...DAY, limit: 50, page: 1 });
    return "–";
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    return error.name as Outcome;
  }
}

/** Runs the client against a service that gives this answer; returns the result and the paths that were requested. */
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

describe.each(ANSWERS)("$answer", ({ create, read, state, examples, unreachable = [], ...row }) => {
  beforeEach(() => void (accountRejected = false));

  it.each(Object.entries(examples))("%s", async (_, [output, providerMessage]) => {
    const { createOnly, firstTokenOnly } = row;
    const script = createOnly ? toCreates(output) : firstTokenOnly ? toFirstToken(output) : output;
    const [sent, requests] = await answered(script, (service) => orders.sent(service));
    expect(sent).toMatchObject({ state, providerMessage });
    expect(accountRejected).toBe(create === "UnauthorizedError");
    // An order is sent once. A token that is refused, or may have ended, is tried with a harmless request, then once more with
    // a new token.
    expect(requests.filter((url) => url.endsWith("/create"))).toHaveLength(1);
    const asksWithNewToken = create === "UnauthorizedError" || create === "RejectedError" || firstTokenOnly;
    expect(requests).toHaveLength(createOnly ? 2 : asksWithNewToken ? 3 : 1);
    if (create === "–") expect(sent.logged).toBe("");
    else expect(sent.logged).toContain(`"error":"${create}"`);
    if (providerMessage !== undefined) expect(sent.logged).not.toContain(providerMessage);
    expect((await answered(script, listed))[0]).toBe(read);
  });

  it.each(unreachable)("%s", async (url) => {
    expect(await orders.sent(at(url))).toMatchObject({ state, providerMessage: undefined });
    expect(accountRejected).toBe(false);
    expect(await listed(at(url))).toBe(read);
  });
});

it("matches docs/reference/print-service-answers.md row by row", async () => {
  const rows = ANSWERS.map(({ answer, create, state, read }) => [answer, create, state, read]);
  expect(firstTable("docs/reference/print-service-answers.md")).toEqual(rows);
});
