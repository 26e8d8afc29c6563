import { createHmac } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { mintSessionToken } from "../../sandbox/shopify/oauth/session-token.ts";
import { order } from "../support/goods.ts";
import { API_SECRET, type TestApp } from "../support/test-app.ts";
import type { BuiltApp } from "../support/built-app.ts";
import type { MarkedApp } from "./marked-app.testing.ts";

/** What a customer typed. */
const SCRIPT = `"><script>alert(1)</script><img src=x onerror=alert(1)>`;
const HOST = Buffer.from("admin.shopify.com/store/one").toString("base64");

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as Record<string, unknown>;
function signed(claims: Record<string, unknown>, secret = API_SECRET, header: object = { alg: "HS256", typ: "JWT" }) {
  const text = `${encode(header)}.${encode(claims)}`;
  return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
}
const now = () => Math.floor(Date.now() / 1000);

/** What pages and acts let in, show, and lead to. */
export function describePages(app: () => MarkedApp): void {
  let testApp: TestApp;
  let builtApp: BuiltApp;
  let orderNumber: string;

  beforeAll(async () => {
    const { goods, ...rest } = app();
    ({ testApp, builtApp } = rest);
    const base = order([{ variantId: goods.shirt, properties: [{ name: SCRIPT, value: SCRIPT }] }]);
    const shippingAddress = { ...base.shippingAddress, firstName: SCRIPT, address1: `12 ${SCRIPT}` };
    orderNumber = testApp.shopify.placeOrder(testApp.shop, { ...base, shippingAddress, note: SCRIPT }).id;
    await testApp.waitForOrder(orderNumber, "received", (v) => v.submissions.length === 1);
  });

  /** A page as Shopify opens it: by an address with shop, host and id token. */
  function open(path: string, over: { shop?: string; token?: string; query?: Record<string, string> } = {}) {
    const query = new URLSearchParams({
      shop: over.shop ?? testApp.shop,
      host: HOST,
      embedded: "1",
      id_token: over.token ?? testApp.shopify.sessionToken(testApp.shop),
      ...over.query,
    });
    return builtApp.request(testApp.shop, "GET", `${path}?${query}`, { token: null });
  }

  const good = (over: Record<string, unknown> = {}) => ({
    ...claimsOf(testApp.shopify.sessionToken(testApp.shop)),
    ...over,
  });

  it("an approval by somebody who may not is refused on pages, in the API and in extensions, and a hold is not", async () => {
    const { db } = testApp.services.core.ctx;
    const { id: shopId } = await db.shop.findUniqueOrThrow({ where: { domain: testApp.shop } });
    testApp.shopify.addStaff(testApp.shop, { id: "78", firstName: "Noa", lastName: "Levi" });
    await db.staffPermission.create({ data: { shopId, permission: "approve", userId: "77" } });
    const ask = (path: string, action: string, user: string) => {
      const body = { action, submissionId: "5f2d1c1e-6a0f-4b7e-9a43-2f6a3f0a7c11" };
      const token = testApp.shopify.sessionToken(testApp.shop, user);
      return builtApp.request(testApp.shop, "POST", path, { token, body });
    };
    const paths = ["orders", "api/orders", "api/extensions/orders"].map((path) => `/app/${path}/${orderNumber}`);
    try {
      for (const path of [`${paths[0]}.data`, ...paths.slice(1)]) {
        const refused = await ask(path, "approve", "78");
        expect(refused.status, path).toBe(403);
        // Names of staff are on pages alone.
        const whom = path.endsWith(".data")
          ? /Only chosen staff may approve and send orders\. Ask Marked\S+ \S+ or the store owner\./
          : /"Only chosen staff may approve and send orders\. Ask the store owner\./;
        expect(refused.text).toMatch(whom);
        expect((await ask(path, "hold", "78")).status, path).not.toBe(403);
        // Shopify says that this person owns the account.
        expect((await ask(path, "approve", "90001")).status, path).not.toBe(403);
      }
    } finally {
      await db.staffPermission.deleteMany({ where: { shopId } });
    }
  });

  describe("an id token", () => {
    it("of the shop's own opens its pages, in the header and in the address", async () => {
      const api = `/app/api/orders/${orderNumber}`;
      expect((await builtApp.request(testApp.shop, "GET", api, { token: signed(good()) })).status).toBe(200);
      expect((await open("/app")).status).toBe(200);
    });

    const bad: [string, () => string][] = [
      ["for another app", () => signed(good({ aud: "another-app" }))],
      ["that ended", () => signed(good({ exp: now() - 60, nbf: now() - 120 }))],
      ["from the future", () => signed(good({ nbf: now() + 3600, exp: now() + 7200 }))],
      ["signed with another secret", () => signed(good(), "guessed")],
      ["without a signature", () => `${encode({ alg: "none", typ: "JWT" })}.${encode(good())}.`],
      ["that says alg none, signed all the same", () => signed(good(), API_SECRET, { alg: "none" })],
      [
        "whose claims were changed after signing",
        () => {
          const [head = "", , tail = ""] = signed(good()).split(".");
          return `${head}.${encode(good({ dest: "https://two.myshopify.com" }))}.${tail}`;
        },
      ],
      ["that is none", () => "x.y.z"],
      ["that is empty", () => ""],
    ];
    it.each(bad)("%s opens nothing", async (_what, token) => {
      const api = await builtApp.request(testApp.shop, "GET", `/app/api/orders/${orderNumber}`, { token: token() });
      expect(api.status).toBeGreaterThanOrEqual(300);
      expect(api.text).not.toContain("submissions");
      const page = await open("/app/orders", { token: token() });
      expect([page.status, page.text.includes("Orders")]).toEqual([302, false]);
    });

    it("of one shop opens that shop and no other, whatever the address and the headers say", async () => {
      await testApp.addShop("two.myshopify.com");
      const theirs = mintSessionToken("two.myshopify.com", "1", { key: "the-app", secret: API_SECRET }, new Date());
      const answer = await builtApp.request(
        testApp.shop,
        "GET",
        `/app/api/orders/${orderNumber}?shop=${testApp.shop}`,
        {
          token: theirs,
          headers: { "x-shopify-shop-domain": testApp.shop, cookie: `shop=${testApp.shop}` },
        },
      );
      expect(answer.status).toBe(404);
      // The address says one shop and the token another: what is shown is the token's.
      const page = await open(`/app/orders/${orderNumber}`, { token: theirs });
      expect(page.text).not.toContain("Elm Road");
    });
  });

  describe("a page", () => {
    it("may be framed by Shopify for this shop alone, and runs its own scripts alone", async () => {
      const { headers, text } = await open("/app");
      const policy = headers.get("content-security-policy") ?? "";
      const directive = (name: string) => policy.split("; ").find((part) => part.startsWith(`${name} `)) ?? "";
      expect(directive("frame-ancestors")).toContain(`https://${testApp.shop} https://admin.shopify.com`);
      expect(directive("frame-ancestors")).not.toMatch(/\*(?!\.spin\.dev)|'self'/);
      expect(directive("script-src")).toMatch(
        /^script-src 'self' 'nonce-[A-Za-z0-9+/]{22}==' https:\/\/cdn\.shopify\.com$/,
      );
      expect(policy).toContain("object-src 'none'; base-uri 'none'; form-action 'self'");
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? "none";
      const inline = [...text.matchAll(/<script(?![^>]*\bsrc=)([^>]*)>/g)].map(([, attributes = ""]) => attributes);
      expect(inline.length).toBeGreaterThan(0);
      for (const attributes of inline) expect(attributes).toContain(`nonce="${nonce}"`);
      expect((await open("/app")).headers.get("content-security-policy")).not.toContain(nonce);
    });

    it.each(["/", "/app/nothing-here", "/auth/login"])(
      "that shows no shop may be framed by nobody: %s",
      async (path) => {
        const { status, headers } = await builtApp.request(testApp.shop, "GET", path, { token: null });
        if (status < 300) expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
        else expect([302, 404, 410]).toContain(status);
      },
    );

    it("is kept nowhere, sets no cookie, and tells no other host its address", async () => {
      const pages = [
        await open("/app/orders"),
        await builtApp.request(testApp.shop, "GET", "/app/orders.data"),
        await builtApp.request(testApp.shop, "GET", `/app/api/orders/${orderNumber}`),
        await builtApp.request(testApp.shop, "GET", "/", { token: null }),
        await builtApp.request(testApp.shop, "GET", "/auth/session-token", { token: null }),
        await builtApp.request(testApp.shop, "POST", "/webhooks/orders/create", { token: null, body: {} }),
      ];
      for (const { headers } of pages) {
        expect(headers.get("set-cookie")).toBeNull();
        expect(headers.get("cache-control")).toBe("no-store");
        expect(headers.get("x-content-type-options")).toBe("nosniff");
        expect(headers.get("referrer-policy")).toBe("same-origin");
      }
    });

    it("shows what a customer typed as text", async () => {
      const page = await open(`/app/orders/${orderNumber}`);
      expect(page.status).toBe(200);
      expect(page.text).toContain("alert(1)");
      expect(page.text).not.toContain("<script>alert(1)");
      expect(page.text).not.toContain("<img src=x");
    });

    it("has small pictures of artwork drawn by a process apart, also as it is built", async () => {
      const link = encodeURIComponent("https://cdn.shopify.com/artwork/fox-front.png");
      const answer = await builtApp.request(testApp.shop, "GET", `/app/artwork?link=${link}`);
      expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/webp"]);
    });

    it("has its pictures in the page, at addresses that show them without a login, and no others", async () => {
      const page = await open(`/app/orders/${orderNumber}`);
      const [, source = ""] = /<img[^>]* src="(\/artwork\/preview[^"]+)"/.exec(page.text) ?? [];
      const address = source.replaceAll("&amp;", "&");
      const answer = await builtApp.request(testApp.shop, "GET", address, { token: null });
      expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/webp"]);
      expect(answer.headers.get("cache-control")).toBe("private, max-age=1800");
      const other = address.replace(
        /link=.*/,
        `link=${encodeURIComponent("https://cdn.shopify.com/artwork/fox-back.png")}`,
      );
      expect(other).not.toBe(address);
      expect((await builtApp.request(testApp.shop, "GET", other, { token: null })).status).toBe(404);
    });

    it("repeats nothing of its address as markup", async () => {
      for (const path of ["/app/orders", "/app/orders/review", "/app/quote", "/app/products", "/app/reconciliation"]) {
        const page = await open(path, {
          query: { search: SCRIPT, sku: SCRIPT, from: SCRIPT, tab: SCRIPT, after: SCRIPT },
        });
        expect([path, page.status]).toEqual([path, 200]);
        expect([path, page.text.includes("<script>alert(1)")]).toEqual([path, false]);
      }
    });
  });

  describe("an act", () => {
    it("needs the token in the header: one in the address opens pages alone", async () => {
      const { shop } = testApp;
      const query = new URLSearchParams({ shop, host: HOST, embedded: "1", id_token: signed(good()) });
      const settings = `/app/api/settings?${query}`;
      expect((await builtApp.request(shop, "POST", settings, { token: null, body: {} })).status).toBe(401);
      expect(
        (await builtApp.request(shop, "POST", `/app/settings/sending?${query}`, { token: null, body: {} })).status,
      ).toBe(401);
      expect((await builtApp.request(shop, "POST", settings, { body: {} })).status).toBe(200);
    });

    it("needs the token in the header: what a browser sends automatically is not enough", async () => {
      const form = { "content-type": "application/x-www-form-urlencoded", origin: "https://evil.example" };
      for (const path of ["/app/settings/sending", "/app/api/settings", "/app/api/print-account"]) {
        const answer = await builtApp.request(testApp.shop, "POST", path, {
          token: null,
          headers: { ...form, cookie: "session=x" },
        });
        expect([path, answer.status >= 300]).toEqual([path, true]);
      }
      const shop = await testApp.services.core.ctx.db.shop.findUniqueOrThrow({ where: { domain: testApp.shop } });
      expect(shop.printAccountId).not.toBeNull();
    });

    it.each([
      ["a prototype", '{"__proto__":{"approval":"manual"},"constructor":{"prototype":{"polluted":1}}}', [400]],
      [
        "a rule that is a pattern",
        JSON.stringify({ shippingRules: [{ contains: "(a+)+$", country: "US", method: 1 }] }),
        [200],
      ],
      [
        "a list without end",
        JSON.stringify({ printableRule: { vendors: Array.from({ length: 5000 }, () => "x") } }),
        [400],
      ],
      [
        "a text without end",
        JSON.stringify({ artworkMetafields: { front: "x".repeat(100_000), back: "", mockup: "" } }),
        [400],
      ],
      ["no JSON", "{", [400]],
      ["deep nesting", `${"[".repeat(20_000)}${"]".repeat(20_000)}`, [400]],
    ])("with %s in the settings does no harm", async (_what, body, statuses) => {
      const answer = await fetch(`${builtApp.url}/app/api/settings`, {
        method: "POST",
        body,
        headers: {
          "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0 Safari/537.36",
          "content-type": "application/json",
          authorization: `Bearer ${testApp.shopify.sessionToken(testApp.shop)}`,
        },
      });
      expect(statuses).toContain(answer.status);
      const shop = await testApp.services.core.ctx.db.shop.findUniqueOrThrow({ where: { domain: testApp.shop } });
      expect(shop.settings).toMatchObject({ approval: "automatic" });
      for (const page of ["", "/sending", "/shipping", "/artwork"])
        expect([page, (await open(`/app/settings${page}`)).status]).toEqual([page, 200]);
    });
  });

  describe("what is asked in an odd way", () => {
    const errors = () =>
      builtApp
        .logOutput()
        .split("\n")
        .filter((line) => line.includes('"level":"error"')).length;

    it.each([
      "/app?shop=one.myshopify.com&host=x&embedded=1&id_token=x",
      "/app.data?shop=one.myshopify.com&host=x",
      "/app/settings?shop=one.myshopify.com&host=JSUl&embedded=1",
      "/auth/exit-iframe",
      "/auth/exit-iframe?shop=one.myshopify.com&exitIframe=https://evil.example/",
      "/auth/exit-iframe?exitIframe=%00",
      "/auth/exit-iframe?shop=one.myshopify.com&exitIframe=https://admin.shopify.com/%20%20",
    ])("is the client's error, not the app's: %s", async (path) => {
      const before = errors();
      const { status } = await builtApp.request(testApp.shop, "GET", path, { token: null });
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
      expect(errors()).toBe(before);
    });

    it.each(["x", "", 5, null, undefined, [], "https://evil.example", "https://", "//one.myshopify.com"])(
      "an id token whose dest is %j opens nothing, and is no error of the app",
      async (dest) => {
        const before = errors();
        const token = signed(good({ dest }));
        expect((await builtApp.request(testApp.shop, "GET", `/app/api/orders/${orderNumber}`, { token })).status).toBe(
          401,
        );
        expect((await open("/app", { token })).status).toBe(401);
        expect(errors()).toBe(before);
      },
    );
  });

  describe("no visitor is redirected to another host", () => {
    const requestAnonymously = (path: string) => builtApp.request(testApp.shop, "GET", path, { token: null });

    it.each([
      "/auth/session-token?shop=one.myshopify.com&shopify-reload=https://evil.example/",
      "/auth/session-token?shop=one.myshopify.com&shopify-reload=//evil.example/",
      "/auth/session-token?shop=evil.example%3B%20script-src%20*",
      "/auth/exit-iframe?shop=one.myshopify.com&exitIframe=https://evil.example/",
      "/auth/exit-iframe?shop=one.myshopify.com&exitIframe=javascript:alert(1)",
      "/?shop=evil.example",
      "//evil.example/app",
      "/app?shop=evil.example&host=ZXZpbC5leGFtcGxl",
      "/app/orders?shop=one.myshopify.com&host=ZXZpbC5leGFtcGxl&embedded=1",
    ])("%s", async (path) => {
      const { headers, text } = await requestAnonymously(path);
      const location = headers.get("location") ?? "";
      const target = location === "" ? null : new URL(location, testApp.appUrl);
      // To the app itself, or to Shopify's sign-in.
      expect([new URL(testApp.appUrl).host, "admin.shopify.com", undefined]).toContain(target?.host);
      expect(text).not.toMatch(/(href|src|action|open\(|content)[^<>]{0,20}(evil\.example|javascript:)/);
      expect(headers.get("content-security-policy") ?? "").not.toContain("evil.example");
    });

    it("and the way of the SDK's own pages continues: an address of the app may be loaded again", async () => {
      const reload = encodeURIComponent(`${testApp.appUrl}/app?shop=${testApp.shop}`);
      const { status, text } = await requestAnonymously(
        `/auth/session-token?shop=${testApp.shop}&shopify-reload=${reload}`,
      );
      expect(status).toBe(200);
      expect(text).toContain("app-bridge.js");
    });
  });
}
