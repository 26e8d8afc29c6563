import { expect } from "vitest";
import { DEFAULT_ACCESS_TOKEN } from "../../sandbox/print-service/options.ts";
import { createPrintServiceStandIn } from "../../sandbox/print-service/index.ts";
import { browserTest } from "./browser-test.testing.ts";
import { findFaults } from "./find-faults.testing.ts";

const standIn = await createPrintServiceStandIn({ interfaces: ["v3"] });
const test = browserTest({ env: { PRINT_SERVICE_URL: standIn.url } });

test("a merchant connects with an access token, sees the version, and is told before the token ends", async ({
  database,
  desktop,
  phone,
  onTestFinished,
}) => {
  onTestFinished(() => standIn.close());
  const { app, page } = desktop;
  await desktop.visit("/app/settings/account");
  await app.getByText("Print service API version 3").waitFor();
  await app.getByRole("button", { name: "Change login" }).click();
  await app.locator("label").filter({ hasText: "Access token" }).first().click();
  const token = app.getByRole("textbox", { name: "Access token" });
  const connect = app.getByRole("button", { name: "Connect", exact: true });

  await connect.click();
  await app.getByText("Enter the whole access token").waitFor();
  await token.fill("a-token-of-nobody");
  await connect.click();
  await app.getByText("The print service rejected this access token").waitFor();
  await expect.poll(() => token.evaluate((one) => one === document.activeElement)).toBe(true);
  expect(desktop.browserErrors.splice(0)).toEqual([expect.stringContaining("status of 422")]);
  await token.fill(` ${DEFAULT_ACCESS_TOKEN} `);
  expect(await app.getByText("The print service rejected this access token").count()).toBe(0);
  await token.press("Enter");
  await page.getByText("Print service connected").waitFor();
  await app.getByText("Connected with an access token").waitFor();
  await app.getByText("Print service API version 3").waitFor();

  await database.query(`UPDATE "PrintAccount" SET "tokenEndsAt" = now() + interval '20 days' WHERE "kind" = 'live'`);
  await database.query(
    `INSERT INTO "UnknownAnswer" ("printAccountId", "operation", "path", "type", "answers", "firstSeenAt", "lastSeenAt")
     SELECT "id", 'getOrder', 'data[].buyer_note', 'string', 1204, now(), now() FROM "PrintAccount"
     WHERE "tokenEndsAt" IS NOT NULL`,
  );
  for (const path of ["/app", "/app/inbox", "/app/settings/account"]) {
    await desktop.visit(path);
    await app.getByText("Your print service access token ends soon").first().waitFor();
  }
  await desktop.visit("/app/diagnostics");
  await app.getByText("Unknown answers").waitFor();
  await app.getByText("data[].buyer_note").first().waitFor();
  const pages = ["/app", "/app/settings/account", "/app/diagnostics"];
  for (const visitor of [desktop, phone]) expect(await findFaults(visitor, pages)).toEqual([]);
  await desktop.visit("/app/settings/account");
  await app.getByRole("button", { name: "Enter new token" }).click();
  await app.getByRole("radio", { name: "Email and password" }).waitFor();
});
