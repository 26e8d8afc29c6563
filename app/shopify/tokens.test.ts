import { Session } from "@shopify/shopify-app-remix/server";
import { expect, test } from "vitest";
import { createEncryptor } from "../encryption/encryptor.server.ts";
import { UnauthorizedError, UnavailableError } from "../ports/errors.ts";
import type { OddAnswer } from "./scripted-server.testing.ts";
import { DAY, HOUR, useScriptedShops } from "./scripted-shops.testing.ts";
import { EncryptedSessionStorage } from "./session-storage.ts";

const openShop = useScriptedShops();

const tokensAnswer = (count: number): OddAnswer => ({
  body: JSON.stringify({
    access_token: `access-${count}`,
    scope: "read_orders",
    expires_in: 3600,
    refresh_token: `refresh-${count}`,
    refresh_token_expires_in: 7776000,
  }),
});

const setUp = (script: (count: number) => OddAnswer = tokensAnswer) => openShop(script);

test("a token that lasts is used as it is, one that ends soon is renewed first", async () => {
  const { ctx, server, shop, store, process } = await setUp();
  const tokens = process();
  await store(HOUR, 90 * DAY);
  expect(await tokens.current(shop)).toBe("access-0");
  ctx.clock.advance(HOUR - 60_000);
  expect(await tokens.current(shop)).toBe("access-1");
  expect(JSON.parse(server.requests[0]?.body ?? "")).toEqual({
    client_id: "key",
    client_secret: "secret",
    grant_type: "refresh_token",
    refresh_token: "refresh-0",
  });
  ctx.clock.advance(HOUR);
  expect(await tokens.current(shop)).toBe("access-2");
  expect(JSON.parse(server.requests[1]?.body ?? "")).toMatchObject({ refresh_token: "refresh-1" });
});

test("many callers in two processes renew a refused token once", async () => {
  const { server, shop, store, process } = await setUp();
  await store(HOUR, 90 * DAY);
  const [one, two] = [process(), process()];
  const got = await Promise.all(Array.from({ length: 20 }, (_, at) => (at % 2 ? one : two).renew(shop, "access-0")));
  expect(new Set(got)).toEqual(new Set(["access-1"]));
  expect(server.requests).toHaveLength(1);
});

test("a refused refresh asks for the app to be opened, an unclear one for patience", async () => {
  const refused = await setUp(() => ({ status: 400, body: '{"error":"invalid_grant"}' }));
  await refused.store(0, 90 * DAY);
  await expect(refused.process().current(refused.shop)).rejects.toBeInstanceOf(UnauthorizedError);
  for (const answer of [{ status: 500 }, { status: 429 }, { reset: true }, { body: "<html>" }, { body: "{}" }]) {
    const down = await setUp(() => answer);
    await down.store(0, 90 * DAY);
    await expect(down.process().current(down.shop)).rejects.toBeInstanceOf(UnavailableError);
  }
});

test("a shop without a session is unauthorized", async () => {
  const { shop, process } = await setUp();
  await expect(process().current(shop)).rejects.toBeInstanceOf(UnauthorizedError);
});

test("refresh tokens that nobody used for two months are renewed", async () => {
  const { ctx, server, shop, store, process, sessions } = await setUp();
  await ctx.db.session.deleteMany();
  await store(HOUR, 90 * DAY);
  await process().refreshExpiring();
  expect(server.requests).toHaveLength(0);
  ctx.clock.advance(61 * DAY);
  expect(await process().refreshExpiring()).toBe(1);
  expect(await process().refreshExpiring()).toBe(0);
  expect((await sessions.loadSession(`offline_${shop}`))?.refreshToken).toBe("refresh-1");
});

test("the renewal of unused tokens ends after the one under way when the process stops", async () => {
  const process = new AbortController();
  const first = await setUp((count) => {
    process.abort();
    return tokensAnswer(count);
  });
  await first.ctx.db.session.deleteMany();
  await first.store(HOUR, 90 * DAY);
  const stored = (await first.sessions.findSessionsByShop(first.shop)).map((session) => session.toObject());
  const shop = "other.myshopify.com";
  for (const one of stored) await first.sessions.storeSession(new Session({ ...one, id: `offline_${shop}`, shop }));
  first.ctx.clock.advance(61 * DAY);
  expect(await first.process().refreshExpiring(process.signal)).toBe(1);
  expect(first.server.requests).toHaveLength(1);
  expect(await first.process().refreshExpiring()).toBe(1);
});

test("no token lies in the database in plain, and another key opens none", async () => {
  const { ctx, shop, store } = await setUp();
  await store(HOUR, DAY);
  const row = await ctx.db.session.findUniqueOrThrow({ where: { id: `offline_${shop}` } });
  expect(JSON.stringify(row)).not.toMatch(/access-0|refresh-0/);
  const strangers = createEncryptor([{ id: "k1", key: Buffer.alloc(32, 9) }]);
  expect(await new EncryptedSessionStorage(ctx, strangers).loadSession(row.id)).toBeUndefined();
});

test("a session comes back as it was stored, also one without scope, expiry or token", async () => {
  const { sessions, shop } = await setUp();
  const bare = { id: `offline_${shop}`, shop, state: "1", isOnline: false };
  const times = { expires: new Date("2026-11-22T09:00:00Z"), refreshTokenExpires: new Date("2027-02-20T08:00:00Z") };
  for (const params of [{ ...bare, scope: "read_orders", accessToken: "a", refreshToken: "r", ...times }, bare]) {
    await sessions.storeSession(new Session(params));
    expect((await sessions.loadSession(bare.id))?.toObject()).toEqual(new Session(params).toObject());
  }
});

test("sessions are found and forgotten by shop", async () => {
  const { sessions, shop, store } = await setUp();
  await store(HOUR, DAY);
  const found = await sessions.findSessionsByShop(shop);
  expect(found.map((session) => session.accessToken)).toEqual(["access-0"]);
  await sessions.deleteSessions(found.map((session) => session.id));
  expect(await sessions.findSessionsByShop(shop)).toEqual([]);
});
