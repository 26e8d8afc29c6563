import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openFreshDatabase } from "../../tests/support/database.ts";
import { RejectedError, UnauthorizedError, UnavailableError } from "../ports/errors.ts";
import type { PrintAccountCalls, RegistrationInput, Credentials } from "../ports/print-service.ts";
import { installShop } from "../shops/install.ts";
import { createSingleFlight } from "../database/lease.ts";
import { disconnectPrintAccount, findWebhookSecrets } from "./print-accounts.ts";
import { createTokenSource } from "./tokens.ts";
import { registerWebhooks } from "./webhooks/register-webhooks.ts";
import { connect, createShopsContext, signInWith } from "../../tests/support/shops-context.ts";

let database: Awaited<ReturnType<typeof openFreshDatabase>>;
beforeAll(async () => void (database = await openFreshDatabase()));
afterAll(() => database.drop());

/** A print service with one account, as a function: the tokens it gave, and whether it is up. */
function setUp() {
  const service = { password: "right", given: 0, down: false };
  const fetchToken = async (credentials: Credentials) => {
    if (service.down) throw new UnavailableError("down");
    if (credentials.password !== service.password) throw new RejectedError("wrong password");
    return `token-${(service.given += 1)}`;
  };
  const ctx = { ...createShopsContext(database), fetchToken, signIn: signInWith(fetchToken) };
  const email = `${randomUUID()}@Example.com`;
  return { ctx, service, email, tokens: createTokenSource(ctx, createSingleFlight(ctx, 30_000)) };
}

async function newShop(ctx: ReturnType<typeof setUp>["ctx"]) {
  const domain = `s-${randomUUID()}.myshopify.com`;
  await installShop(ctx, domain, "");
  return domain;
}

const shopRow = (domain: string) => database.db.shop.findUniqueOrThrow({ where: { domain } });

test("two shops with the same email, however spelled, share one account; nothing of it lies in plain", async () => {
  const { ctx, email } = setUp();
  const [one, two] = [await newShop(ctx), await newShop(ctx)];
  const ids = await Promise.all([
    connect(ctx, one, { email, password: "right" }),
    connect(ctx, two, { email: ` ${email.toUpperCase()} `, password: "right" }),
  ]);
  expect(ids[0]).toBe(ids[1]);
  expect((await shopRow(one)).printAccountId).toBe((await shopRow(two)).printAccountId);
  const { rows } = await database.pool.query(
    `SELECT "PrintAccount"::text AS text, encode("credentialsEncrypted", 'escape') AS box FROM "PrintAccount"`,
  );
  expect(JSON.stringify(rows).toLowerCase()).not.toContain(email.toLowerCase());
  await disconnectPrintAccount(ctx, one);
  expect((await shopRow(one)).printAccountId).toBeNull();
});

test("credentials that the print service refuses are not kept", async () => {
  const { ctx, email } = setUp();
  const domain = await newShop(ctx);
  await expect(connect(ctx, domain, { email, password: "wrong" })).rejects.toBeInstanceOf(RejectedError);
  expect((await shopRow(domain)).printAccountId).toBeNull();
});

test("of many callers with a refused token one renews it", async () => {
  const { ctx, email, tokens, service } = setUp();
  const id = await connect(ctx, await newShop(ctx), { email, password: "right" });
  expect(await tokens.current(id)).toBe("token-1");
  const renewed = await Promise.all(Array.from({ length: 10 }, () => tokens.renew(id, "token-1")));
  expect(new Set(renewed)).toEqual(new Set(["token-2"]));
  expect(service.given).toBe(2);
  expect(await tokens.current(id)).toBe("token-2");
});

test("credentials that are refused later stop the account until somebody connects it again", async () => {
  const { ctx, email, tokens, service } = setUp();
  const domain = await newShop(ctx);
  const id = await connect(ctx, domain, { email, password: "right" });
  service.down = true;
  await expect(tokens.renew(id, "token-1")).rejects.toBeInstanceOf(UnavailableError);
  service.down = false;
  service.password = "changed";
  await expect(tokens.renew(id, "token-1")).rejects.toBeInstanceOf(UnauthorizedError);
  await expect(tokens.current(id)).rejects.toBeInstanceOf(UnauthorizedError);
  expect((await ctx.db.printAccount.findUnique({ where: { id } }))?.refusedAt).not.toBeNull();
  await connect(ctx, domain, { email, password: "changed" });
  expect(await tokens.current(id)).toBe("token-2");
});

test("both addresses are registered, and updated when the service has them", async () => {
  const { ctx, email } = setUp();
  const id = await connect(ctx, await newShop(ctx), { email, password: "right" });
  const requests: [string, string, RegistrationInput][] = [];
  const calls: Pick<PrintAccountCalls, "listRegistrations" | "createRegistration" | "updateRegistration"> = {
    async listRegistrations(kind, endpoint) {
      if (requests.length === 0) throw new RejectedError("nothing registered");
      return requests
        .filter(([, of, input]) => of === kind && input.endpoint === endpoint)
        .map(([, , i]) => ({ endpoint: i.endpoint, accessKey: null, active: true }));
    },
    async createRegistration(kind, input) {
      requests.push(["create", kind, input]);
      return { endpoint: input.endpoint, accessKey: input.accessKey, active: true };
    },
    async updateRegistration(kind, input) {
      requests.push(["update", kind, input]);
      return { endpoint: input.endpoint, accessKey: input.accessKey, active: true };
    },
  };
  // Only the three calls of registration are made.
  const printService = { forAccount: () => calls as PrintAccountCalls };
  await registerWebhooks({ ...ctx, printService, appUrl: "https://app.example.com" }, id);
  await registerWebhooks({ ...ctx, printService, appUrl: "https://app.example.com" }, id);
  expect(requests.map(([what, kind]) => `${what} ${kind}`)).toEqual([
    "create tracking",
    "create order_status",
    "update tracking",
    "update order_status",
  ]);
  const { key } = await ctx.db.printAccount.findUniqueOrThrow({ where: { id } });
  expect(requests[1]?.[2].endpoint).toBe(`https://app.example.com/print-events/${key}/order-status`);
  const keys = await findWebhookSecrets(ctx, key);
  expect(keys).toEqual({ header: requests[0]?.[2].accessKey, tokens: [requests[0]?.[2].accessToken] });
  expect(await findWebhookSecrets(ctx, "unknown")).toBeNull();
});
