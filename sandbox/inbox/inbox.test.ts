import { createTransport } from "nodemailer";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createInbox } from "./inbox.ts";
import type { HookFault, MailFault } from "./faults.ts";

const inbox = await createInbox({ shopifyUrl: "http://127.0.0.1:4000" });
afterAll(() => inbox.close());
beforeEach(() => inbox.clear());

const LINK = "https://admin.shopify.com/store/moon/apps/key/app/orders/7";

function mail(to = "kim@shop.example") {
  const transport = createTransport({ host: "127.0.0.1", port: inbox.smtpPort, ignoreTLS: true, socketTimeout: 1_000 });
  return transport
    .sendMail({
      from: "app@inkbridge.example",
      to,
      subject: "Grüße <1>",
      text: `See ${LINK}`,
      headers: { "X-One": "1" },
    })
    .finally(() => transport.close());
}
const post = (body = '{"text":"Hello <b>"}') =>
  fetch(`${inbox.url}/hooks/slack`, {
    method: "POST",
    body,
    headers: { "webhook-signature": "v1,x" },
    redirect: "manual",
  });
const page = async (path: string) => (await fetch(`${inbox.url}${path}`)).text();

test("a mail that came is on the page, and its link leads into the stand-in's admin", async () => {
  await mail();
  expect(inbox.mails()).toMatchObject([
    { from: "app@inkbridge.example", to: "kim@shop.example", subject: "Grüße <1>", headers: { "x-one": "1" } },
  ]);
  expect(await page("/")).toContain("&#60;1&#62;");
  const text = await page(`/mails/${inbox.mails()[0]?.id}`);
  expect(text).toContain('href="http://127.0.0.1:4000/store/moon/apps/inkbridge/app/orders/7"');
  expect((await fetch(`${inbox.url}/mails/0`)).status).toBe(404);
});

test.each<[MailFault, number | undefined, number]>([
  ["refuse", 421, 0],
  ["greylist", 451, 0],
  ["reject_recipient", 550, 0],
  ["time_out", undefined, 0],
  ["lose_answer", undefined, 1],
])("the mail fault %s happens once", async (fault, status, received) => {
  inbox.mailFaults.set(fault, 1);
  const error = await mail().then(
    () => null,
    (caught: { responseCode?: number }) => caught,
  );
  expect(error).not.toBeNull();
  expect(error?.responseCode).toBe(status);
  expect(inbox.mails()).toHaveLength(received);
  await mail();
  expect(inbox.mails()).toHaveLength(received + 1);
});

test.each<[HookFault, number, number]>([
  ["gone", 404, 0],
  ["busy", 429, 0],
  ["unavailable", 503, 0],
  ["failing", 500, 0],
  ["redirect", 302, 0],
])("the webhook fault %s happens once", async (fault, status, received) => {
  inbox.hookFaults.set(fault, 1);
  expect((await post()).status).toBe(status);
  expect(inbox.posts()).toHaveLength(received);
  expect((await post()).status).toBe(200);
});

test("a lost answer leaves the message in the inbox, and no answer leaves none", async () => {
  inbox.hookFaults.set("lose_answer", 1);
  await expect(post()).rejects.toThrow();
  expect(inbox.posts()).toMatchObject([{ path: "/hooks/slack", body: '{"text":"Hello <b>"}' }]);
  expect(await page("/")).toContain("Hello &#60;b&#62;");
  inbox.hookFaults.set("time_out", 1);
  const late = fetch(`${inbox.url}/hooks/slack`, { method: "POST", body: "{}", signal: AbortSignal.timeout(200) });
  await expect(late).rejects.toThrow();
  expect(inbox.posts()).toHaveLength(1);
});

test("faults are set and the inbox is emptied on its page, and by nobody else's page", async () => {
  const form = (path: string, fields: Record<string, string>, site?: string) =>
    fetch(`${inbox.url}${path}`, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: site ? { "sec-fetch-site": site } : {},
      redirect: "manual",
    });
  await post();
  expect((await form("/do/clear", {}, "cross-site")).status).toBe(403);
  expect(inbox.posts()).toHaveLength(1);
  expect((await form("/do/fault", { channel: "mail", fault: "greylist" })).status).toBe(303);
  expect(await page("/")).toContain("Greylist (451) (1 left)");
  await form("/do/clear", {});
  expect(inbox.posts()).toHaveLength(0);
  expect(inbox.mailFaults.pending()).toEqual([]);
});
