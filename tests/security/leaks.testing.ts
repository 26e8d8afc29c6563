import { expect, it } from "vitest";
import { acceptedWebhookSecrets, decryptToken } from "../../app/print-accounts/secrets.ts";
import type { TestApp } from "../support/test-app.ts";
import { ACCOUNT, BUYER, IN_MALFORMED_BODY, STAFF, type MarkedApp } from "./marked-app.testing.ts";

/** Everything that nobody may find: what the customer gave, and every credential in use. */
async function markers({ services, shop }: TestApp): Promise<Record<string, string>> {
  const { ctx, sessions, env } = services.core;
  const account = await ctx.db.printAccount.findFirstOrThrow();
  const session = await sessions.loadSession(`offline_${shop}`);
  return {
    ...BUYER,
    staffFirstName: STAFF.firstName,
    staffLastName: STAFF.lastName,
    malformed: IN_MALFORMED_BODY,
    accountEmail: ACCOUNT.email,
    accountPassword: ACCOUNT.password,
    guessedPassword: "markedguess",
    printToken: decryptToken(ctx, account) ?? "",
    eventToken: acceptedWebhookSecrets(ctx, account, ctx.clock.now())[0] ?? "",
    accessToken: session?.accessToken ?? "",
    refreshToken: session?.refreshToken ?? "",
    appSecret: env.shopify.apiSecret,
    encryptionKey: Buffer.from(env.encryptionKeys[0].key).toString("base64"),
  };
}

/** Names of the markers that stand in a text, as they are or as somebody might have encoded them. */
async function foundIn(text: string, testApp: TestApp): Promise<string[]> {
  const found: string[] = [];
  for (const [name, marker] of Object.entries(await markers(testApp))) {
    expect([name, marker.length > 5]).toEqual([name, true]);
    const bytes = Buffer.from(marker);
    const json = JSON.stringify(marker).slice(1, -1);
    const spellings = [
      marker,
      json,
      encodeURIComponent(marker),
      bytes.toString("hex"),
      bytes.toString("base64").slice(0, -4),
    ];
    if (spellings.some((one) => text.toLowerCase().includes(one.toLowerCase()))) found.push(name);
  }
  return found;
}

/** Every row of every table, as a thief of the database would read it. */
async function dump({ services }: TestApp): Promise<string> {
  const { pool } = services.core.database;
  const tables = await pool.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'",
  );
  const texts: string[] = [];
  for (const { name } of tables.rows) {
    const rows = await pool.query<{ row: string }>(`SELECT t::text AS row FROM "${name}" t`);
    texts.push(`${name}: ${rows.rows.map(({ row }) => row).join("\n")}`);
  }
  return texts.join("\n");
}

/** What was personal or secret on the app's day is found nowhere but where it belongs. */
export function itLeaksNothing(app: () => MarkedApp): void {
  it("a stolen database shows no personal data and no credential", async () => {
    const { testApp } = app();
    const text = await dump(testApp);
    // It is the right one, and it is looked through: what is no secret is found in it.
    expect(text).toContain(testApp.shop);
    expect(await foundIn(`${text} ${BUYER.address1}`, testApp)).toEqual(["address1"]);
    expect(await foundIn(text, testApp)).toEqual([]);
  });

  it("Redis is never sent any", async () => {
    const { testApp, toRedis } = app();
    const text = toRedis();
    expect(text).toContain("inkbridge:delivery");
    expect(await foundIn(text, testApp)).toEqual([]);
  });

  it("the process writes none, whatever goes wrong", async () => {
    const { testApp, builtApp } = app();
    const text = builtApp.logOutput();
    expect(text).toContain("Inkbridge is running");
    expect(text).toContain("delivery set aside");
    expect(await foundIn(text, testApp)).toEqual([]);
    // Node's own warnings stand beside the log.
    const lines = text.split("\n").filter((line) => !/^\((node:|Use `node)/.test(line));
    for (const line of lines) expect(() => JSON.parse(line) as unknown).not.toThrow();
  });
}
