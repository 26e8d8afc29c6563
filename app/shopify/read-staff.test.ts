import { afterEach, expect, test } from "vitest";
import { UnavailableError } from "../ports/errors.ts";
import { createReadStaff } from "./read-staff.ts";
import { oddServer, rerouteShopify, type OddAnswer } from "./scripted-server.testing.ts";

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

/** Reads whose id token it is, from a Shopify that gives this answer. */
async function readFrom(answer: OddAnswer) {
  const server = await oddServer(() => answer);
  stops.push(server.close, rerouteShopify(server.origin));
  const read = createReadStaff({ apiKey: "key", apiSecret: "secret" });
  return { server, staff: read("one.myshopify.com", "an id token") };
}

const user = (fields: object): OddAnswer => ({
  body: JSON.stringify({ access_token: "shpua_1", associated_user: { id: 902541635, ...fields } }),
});

test("an id token is exchanged for an online token, whose answer names the user", async () => {
  const { server, staff } = await readFrom(user({ first_name: " Ana ", last_name: "Lopez", email: "ana@example.com" }));
  expect(await staff).toEqual({ userId: "902541635", name: "Ana Lopez", accountOwner: false });
  expect(server.requests.map(({ url }) => url)).toEqual(["/admin/oauth/access_token"]);
  expect(JSON.parse(server.requests[0]?.body ?? "")).toEqual({
    client_id: "key",
    client_secret: "secret",
    grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
    subject_token: "an id token",
    subject_token_type: "urn:ietf:params:oauth:token-type:id_token",
    requested_token_type: "urn:shopify:params:oauth:token-type:online-access-token",
  });
});

test.each([
  ["one name", { first_name: "Ana", last_name: null }, "Ana"],
  ["no name", { first_name: "", last_name: " " }, null],
  ["no fields for it", {}, null],
])("a user with %s", async (_what, fields, name) => {
  expect(await (await readFrom(user(fields))).staff).toMatchObject({ userId: "902541635", name });
});

test.each([
  [true, true],
  [false, false],
  [null, false],
])("a user of whom Shopify says account_owner %s", async (account_owner, accountOwner) => {
  expect(await (await readFrom(user({ account_owner }))).staff).toMatchObject({ accountOwner });
});

test.each<[string, OddAnswer]>([
  ["refuses the id token", { status: 400, body: '{"error":"invalid_subject_token"}' }],
  ["is down", { status: 503 }],
  ["answers with a web page", { body: "<html>" }],
  ["names nobody", { body: '{"access_token":"shpat_1"}' }],
  ["breaks off", { reset: true }],
])("a Shopify that %s names nobody", async (_what, answer) => {
  await expect((await readFrom(answer)).staff).rejects.toBeInstanceOf(UnavailableError);
});
