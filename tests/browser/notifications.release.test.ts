import { expect } from "vitest";
import { readyMade } from "../../sandbox/shopify/buyers.ts";
import { browserTest } from "./browser-test.testing.ts";
import { findFaults } from "./find-faults.testing.ts";

const test = browserTest();

const PAGE = "/app/settings/notifications";

test("a merchant sets up an email address, tests it, and opens a held order from the email", async ({
  harness: { sandbox },
  demo,
  desktop,
  phone,
}) => {
  const { app, page, visit } = desktop;
  const { inbox } = sandbox;
  const bar = page.locator("#save-bar");
  await visit("/app/settings");
  await app.getByRole("link", { name: /^Notifications/ }).click();
  await app.getByText("Nobody gets emails yet.").waitFor();
  await app.getByRole("button", { name: "Add email" }).click();
  await app.getByLabel("Email address").fill("kim@");
  await bar.getByRole("button", { name: "Save" }).click();
  await app.getByText("Enter an email address, such as orders@example.com").waitFor();
  await app.getByLabel("Email address").fill("kim@shop.example");
  await app.getByLabel("Payment and price").selectOption({ label: "In the daily digest" });
  await app.getByLabel("Daily digest at").selectOption({ label: "9:00 am" });
  await bar.getByRole("button", { name: "Save" }).click();
  await page.getByText("Notifications saved").waitFor();
  await bar.waitFor({ state: "hidden" });
  // The browser reports the refused address.
  desktop.browserErrors.splice(0, Infinity);

  await app.getByRole("button", { name: "Send test message" }).click();
  await app.getByText("The mail server accepted the test message.").waitFor();
  await app.getByText(/Last message: Test message\. Sent/).waitFor();
  inbox.mailFaults.set("reject_recipient", 1);
  await app.getByRole("button", { name: "Send test message" }).click();
  await app.getByText("The last message was refused").waitFor();
  await app.getByText(/Answer: 550 5\.1\.1 No such mailbox/).waitFor();
  for (const visitor of [desktop, phone]) {
    await visitor.visit("/app");
    await visitor.visit(PAGE);
    await visitor.app.getByLabel("Daily digest at").waitFor();
    expect(await findFaults(visitor, [PAGE])).toEqual([]);
  }
  await app.getByRole("button", { name: "Send test message" }).click();
  await app.getByText("The mail server accepted the test message.").waitFor();
  expect(inbox.mails()).toHaveLength(2);

  await sandbox.merchant.post("/app/api/settings", { approval: "manual" });
  const order = await demo.buy(readyMade(sandbox.goods)["plain"] ?? { lines: [] });
  const mail = await demo.waitForMerchantEmail(order);
  await page.goto(inbox.url);
  await page.getByRole("link", { name: mail.subject }).click();
  await page.getByRole("link", { name: /\/app\/orders\// }).click();
  await app.getByText("Your settings require approval before sending.").first().waitFor();

  await page.goto(`${inbox.url}/mails/${mail.id}`);
  await page
    .getByRole("link", { name: /\/notifications\/stop\// })
    .last()
    .click();
  await page.getByRole("button", { name: "Stop emails" }).click();
  await page.getByText("You've stopped these emails.").waitFor();
  await visit(PAGE);
  await app.getByText("Stopped by recipient").waitFor();
  await app.getByRole("button", { name: "Start messages again" }).click();
  await page.getByText("Messages started again").waitFor();
  await app.getByRole("button", { name: "Remove kim@shop.example" }).click();
  await bar.getByRole("button", { name: "Save" }).click();
  await app.getByText("Nobody gets emails yet.").waitFor();
});

test("a merchant adds a webhook: its secret is shown once, and a test message arrives signed", async ({
  harness: { sandbox, appAddress },
  desktop: { app, page, visit, browserErrors },
}) => {
  const { inbox } = sandbox;
  const bar = page.locator("#save-bar");
  await visit(PAGE);
  await app.getByRole("button", { name: "Add webhook" }).click();
  await app.getByLabel("Webhook URL").fill("https://192.168.1.1/hook");
  await bar.getByRole("button", { name: "Save" }).click();
  await app.getByText("This URL is on a private network. Use a public one.").waitFor();
  browserErrors.splice(0, Infinity);
  await app.getByLabel("Webhook URL").fill("https://hooks.example/T1/B2/token");
  await bar.getByRole("button", { name: "Save" }).click();
  await app.getByText("Signing secret for hooks.example/…oken").waitFor();
  await app.getByText(/^whsec_/).waitFor();
  await app.getByRole("button", { name: "Copy secret" }).click();
  await app.getByRole("button", { name: "Copied" }).waitFor();
  // The frame withholds the Clipboard API, and the browser says so.
  browserErrors.splice(0, Infinity);
  await app.getByRole("button", { name: "Send test message" }).click();
  await app.getByText("The other side accepted the test message. Answer: 200 ok").waitFor();
  expect(inbox.posts().at(-1)?.headers["webhook-signature"]).toMatch(/^v1,/);
  await page.goto(inbox.url);
  await page.getByText("*Test message from Inkbridge").waitFor();
  await page.goto(appAddress(PAGE));
  await app.getByText("hooks.example/…oken").waitFor();
  expect(await app.getByText(/whsec_/).count()).toBe(0);
  await app.getByRole("heading", { name: "Order needs attention" }).waitFor();
});
