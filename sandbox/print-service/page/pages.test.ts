import { afterEach, describe, expect, it } from "vitest";
import { itemBody, orderBody } from "../order-body.testing.ts";
import { CREATE, openBackOffice } from "./back-office.testing.ts";

let office: Awaited<ReturnType<typeof openBackOffice>>;
const open = async (...args: Parameters<typeof openBackOffice>) => (office = await openBackOffice(...args));
afterEach(() => office.service.close());

const DEAD = "http://127.0.0.1:9/events";

describe("the pages", () => {
  it("list orders newest first, with the zone of the service's clock", async () => {
    const clock = { now: () => new Date("2026-11-20T12:00:00Z") };
    const { client, page } = await open({ zoneOffsetMinutes: 7 * 60, clock });
    await client.post(CREATE, orderBody({ order_id: "second-0002", method: 1 }));
    const { text } = await page("/");
    expect(text.indexOf("second-0002")).toBeLessThan(text.indexOf("first-0001"));
    expect(text).toContain("2026-11-20 19:00:00 UTC+07:00");
    expect(text).toContain("Express");
    expect(text).not.toContain("Sent twice");
  });

  it("name a place once where its province has no code of its own", async () => {
    const { client, page } = await open();
    const bremen = { shipping_city: "Bremen", shipping_province_code: "DE", shipping_country_code: "DE" };
    await client.post(CREATE, orderBody({ order_id: "second-0002", ...bremen }));
    const { text } = await page("/");
    expect(text).toContain("<dd>Bremen, DE</dd>");
    expect(text).toContain("<dd>Portland, OR, US</dd>");
  });

  it("mark what was sent twice", async () => {
    const { client, page } = await open();
    await client.post(CREATE, orderBody());
    const { text } = await page("/");
    expect(text.match(/Sent twice/g)).toHaveLength(2);
    expect(text).toContain("1 order id was received more than once");
  });

  it("turn over after 25 orders", async () => {
    const { client, page } = await open();
    for (let n = 0; n < 25; n++) await client.post(CREATE, orderBody({ order_id: `later-${n}` }));
    expect((await page("/")).text).not.toContain("first-0001");
    expect((await page("/?page=2")).text).toContain("first-0001");
    expect((await page("/?page=9")).text).toContain("No older orders");
    expect((await page("/?page=x")).text).toContain("later-24");
  });

  it("show one order with its body and its events", async () => {
    const { service, page, order, listen } = await open();
    await listen(DEAD);
    service.ship("first-0001", { trackingNumber: "94001" });
    await service.settled();
    const { text } = await page(`/orders/${order().serviceId}`);
    expect(text).toContain("&#34;shipping_city&#34;: &#34;Portland&#34;");
    expect(text).toContain("94001");
    expect(text).toMatch(/No response: \w+Error/);
    const missing = await page("/orders/P9");
    expect([missing.status, missing.text.includes("Order not found")]).toEqual([404, true]);
  });

  it("show registrations without their tokens", async () => {
    const { page, listen } = await open();
    expect((await page("/registrations")).text).toContain("Not registered");
    await listen(DEAD);
    const { text } = await page("/registrations");
    expect(text).toContain("X-Key");
    expect(text).not.toContain("secret-token");
  });

  it("count calls and name the neighbours", async () => {
    const { page } = await open({ neighbours: [{ title: "Shopify admin", url: "http://127.0.0.1:4000/" }] });
    const { text } = await page("/faults");
    expect(text).toMatch(/Create an order<\/dt>\s*<dd>1</);
    expect(text).toContain(`<a href="http://127.0.0.1:4000/">Shopify admin</a>`);
  });

  it("escape whatever a client sends", async () => {
    const { client, page, submit } = await open();
    const evil = `"><script>alert(1)</script>`;
    await client.post(
      CREATE,
      orderBody({
        order_id: evil,
        shipping_city: evil,
        order_items: [itemBody({ product_name: evil, variant_note: evil, artwork_front: `https://a.example/${evil}` })],
      }),
    );
    const id = office.service.state().orders[1]!.serviceId;
    await submit(`orders/${id}/status`, { sku: "TEE-BLACK-M", status: evil });
    await submit(`orders/${id}/ship`, { trackingNumber: evil });
    for (const path of ["/", `/orders/${id}`, `/?notice=${encodeURIComponent(evil)}`])
      expect((await page(path)).text).not.toContain("<script>alert");
  });

  it("ask nothing of other hosts, and leave unknown addresses to the interface", async () => {
    const { page } = await open();
    for (const path of ["/", "/events", "/registrations", "/faults"]) {
      const { text, headers } = await page(path);
      expect(text).not.toMatch(/(src|href)="(https?:)?\/\//);
      expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    }
    expect((await page("/page/style.css")).headers.get("content-type")).toContain("text/css");
    expect((await page("/page/live.js")).text).toContain("DOMParser");
    expect(JSON.parse((await page("/nothing")).text)).toEqual({ status: 404, message: "no such endpoint" });
  });
});
