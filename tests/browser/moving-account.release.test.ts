import { expect } from "vitest";
import { DEFAULT_ACCESS_TOKEN } from "../../sandbox/print-service/options.ts";
import { isIn, sentOrder } from "./bought-order.testing.ts";
import { browserTest } from "./browser-test.testing.ts";
import { findFaults } from "./find-faults.testing.ts";

const test = browserTest({ interfaces: ["v1", "v3"] });

test("a merchant moves the account to version 3: old orders are followed to their end, new ones go the new way", async ({
  database,
  demo,
  desktop,
  phone,
}) => {
  const { app, page, visit } = desktop;
  const versionOf = async ({ reference }: { reference: string }) => {
    const { rows } = await database.query<{ version: string }>(
      `SELECT a."interfaceVersion" AS "version" FROM "Submission" s JOIN "PrintAccount" a ON a."id" = s."printAccountId"
       WHERE s."reference" = $1`,
      [reference],
    );
    return rows[0]?.version;
  };
  const old = await sentOrder(demo);
  expect(await versionOf(old)).toBe("v1");

  await visit("/app/settings/account");
  await app.getByText("Print service API version 1").waitFor();
  await app.getByRole("button", { name: "Compare with version 3" }).click();
  await app.getByText("Sign in to the same print service account").waitFor();
  await app.getByRole("textbox", { name: "Access token" }).fill(DEFAULT_ACCESS_TOKEN);
  await app.getByRole("button", { name: "Compare orders" }).click();
  await app.getByText("Both versions show the same account").waitFor();
  await app.getByText("Orders in both").waitFor();
  for (const visitor of [desktop, phone]) expect(await findFaults(visitor, ["/app/settings/account"])).toEqual([]);
  // Nothing has changed yet.
  await visit("/app/settings/account");
  await app.getByText("Print service API version 1").waitFor();

  await app.getByRole("button", { name: "Move to version 3" }).click();
  await page.getByText("Moved", { exact: true }).waitFor();
  await app.getByText("Print service API version 3").waitFor();
  await app.getByText("1 order that was sent before is still followed through the old version.").waitFor();
  for (const visitor of [desktop, phone]) expect(await findFaults(visitor, ["/app/settings/account"])).toEqual([]);

  const fresh = await sentOrder(demo);
  expect(await versionOf(fresh)).toBe("v3");
  for (const { reference } of [old, fresh]) {
    await demo.production(reference, "pay");
    await demo.production(reference, "produce");
    await demo.production(reference, "ship", { trackingNumber: `1Z${reference.slice(0, 4)}` });
  }
  for (const placed of [old, fresh]) await demo.waitForApp(placed, "is fulfilled", isIn("fulfilled"));
  expect([await versionOf(old), await versionOf(fresh)]).toEqual(["v1", "v3"]);
  const { orders } = await demo.printServiceState();
  for (const { reference } of [old, fresh]) expect(orders.filter((one) => one.reference === reference)).toHaveLength(1);
  await visit("/app/settings/account");
  await app.getByText("Print service API version 3").waitFor();
  expect(await app.getByText("still followed through the old version").count()).toBe(0);
});
