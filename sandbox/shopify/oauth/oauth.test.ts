import { afterEach, beforeEach, expect, test } from "vitest";
import { APP, asker, SHOP, standInWithShop } from "../stand-in.testing.ts";

let setup: Awaited<ReturnType<typeof standInWithShop>>;
let at: number;

beforeEach(async () => {
  at = Date.parse("2026-11-21T10:00:00Z");
  setup = await standInWithShop({ clock: { now: () => new Date(at) } });
});
afterEach(() => setup.standIn.close());

const TYPE = "urn:shopify:params:oauth:token-type:";

async function post(fields: Record<string, string>) {
  const answer = await fetch(`${setup.standIn.url}/_shop/${SHOP}/admin/oauth/access_token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_id: APP.apiKey, client_secret: APP.apiSecret, ...fields }),
  });
  return {
    status: answer.status,
    body: (await answer.json()) as { access_token: string; refresh_token: string; error?: string },
  };
}

const exchange = (token: string, kind = "offline", more: Record<string, string> = {}) =>
  post({
    grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
    subject_token: token,
    subject_token_type: "urn:ietf:params:oauth:token-type:id_token",
    requested_token_type: `${TYPE}${kind}-access-token`,
    expiring: "1",
    ...more,
  });
const refresh = (token: string) => post({ grant_type: "refresh_token", refresh_token: token });
const works = async (token: string) => !(await asker(setup.standIn.url, token)("{ shop { id } }")).errors;

test("a session token becomes an expiring offline token", async () => {
  const { status, body } = await exchange(setup.standIn.sessionToken(SHOP));
  expect(status).toBe(200);
  expect(body).toMatchObject({
    scope: expect.stringContaining("read_orders"),
    expires_in: 3600,
    refresh_token_expires_in: 7_776_000,
  });
  expect(await works(body.access_token)).toBe(true);
  at += 3601_000;
  expect(await works(body.access_token)).toBe(false);
});

test("an online token names its user, who has to be of the shop's staff", async () => {
  const user = async (id?: string) => (await exchange(setup.standIn.sessionToken(SHOP, id), "online")).body;
  expect(await user()).toMatchObject({
    associated_user: { id: 90001, first_name: "Ana", last_name: "Lopez", account_owner: true },
    expires_in: expect.any(Number),
  });
  expect(await user("77")).toMatchObject({ error: "invalid_subject_token" });
  setup.standIn.addStaff(SHOP, { id: "77", firstName: "Kim", lastName: "Park" });
  expect(await user("77")).toMatchObject({ associated_user: { id: 77, first_name: "Kim", account_owner: false } });
  setup.standIn.addStaff(SHOP, { id: "77", firstName: "Kim", lastName: "Ito" });
  expect(await user("77")).toMatchObject({ associated_user: { id: 77, last_name: "Ito" } });
});

test("without expiring=1 an offline token lasts", async () => {
  const lasting = await exchange(setup.standIn.sessionToken(SHOP), "offline", { expiring: "0" });
  expect(lasting.body).not.toHaveProperty("refresh_token");
  at += 100 * 86_400_000;
  expect(await works(lasting.body.access_token)).toBe(true);
});

test("a refresh token works until the one that replaces it is used", async () => {
  const first = (await exchange(setup.standIn.sessionToken(SHOP))).body;
  const lost = await refresh(first.refresh_token);
  const kept = await refresh(first.refresh_token);
  expect([lost.status, kept.status]).toEqual([200, 200]);
  expect((await refresh(kept.body.refresh_token)).status).toBe(200);
  expect((await refresh(first.refresh_token)).body.error).toBe("invalid_request");
  expect(setup.standIn.refreshes.map((each) => each.outcome).slice(-4)).toEqual([
    "rotated",
    "rotated",
    "rotated",
    "already used",
  ]);
});

test("a refresh token dies after 90 days, and with the app", async () => {
  const first = (await exchange(setup.standIn.sessionToken(SHOP))).body;
  at += 91 * 86_400_000;
  expect((await refresh(first.refresh_token)).body.error).toBe("invalid_request");
  const second = (await exchange(setup.standIn.sessionToken(SHOP))).body;
  setup.standIn.uninstall(SHOP);
  expect((await refresh(second.refresh_token)).status).toBe(401);
  expect((await exchange(setup.standIn.sessionToken(SHOP))).status).toBe(200);
});

test("a session token of another shop, app or hour is refused, and so is a wrong secret", async () => {
  setup.standIn.addShop({ domain: "other.myshopify.com" });
  const good = setup.standIn.sessionToken(SHOP);
  const bent = good.slice(0, -3) + (good.endsWith("AAA") ? "BBB" : "AAA");
  const wrong = [setup.standIn.sessionToken("other.myshopify.com"), bent, "x.y.z", ""];
  for (const token of wrong) expect((await exchange(token)).body.error).toBe("invalid_subject_token");
  expect((await exchange(good, "offline", { client_secret: "no" })).body.error).toBe("invalid_client");
  at += 61_000;
  expect((await exchange(good)).body.error).toBe("invalid_subject_token");
});

test.each([
  ["frozen", 402],
  ["denied", 403],
  ["closed", 404],
  ["locked", 423],
] as const)("a shop that is %s answers no app, and continues where it was", async (condition, status) => {
  const first = (await exchange(setup.standIn.sessionToken(SHOP))).body;
  setup.standIn.setCondition(SHOP, condition);
  expect((await refresh(first.refresh_token)).status).toBe(status);
  expect((await setup.ask("{ shop { name } }")).errors?.[0]?.message).toBe(String(status));
  setup.standIn.setCondition(SHOP, "open");
  expect((await refresh(first.refresh_token)).status).toBe(200);
});
