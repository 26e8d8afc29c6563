import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { DEV_SHOP } from "../../sandbox/dev-shop.ts";
import { BROWSER } from "../../sandbox/http-clients.ts";
import { until } from "../support/until.ts";
import { browserTest } from "./browser-test.testing.ts";
import { findFaults } from "./find-faults.testing.ts";
import type { BrowserHarness } from "./harness.testing.ts";

const test = browserTest();

const KIM = { id: "77", firstName: "Kim", lastName: "Park" };
const OWNER = { id: "90001", firstName: "Ana", lastName: "Lopez" };

/** A request of a member of staff, in a browser of their own. */
async function post({ sandbox }: BrowserHarness, user: string, path: string, body: object): Promise<Response> {
  const { token } = await sandbox.shopify.post<{ token: string }>("token", { shop: DEV_SHOP, user });
  return fetch(`${sandbox.url}${path}`, {
    method: "POST",
    headers: { "user-agent": BROWSER, authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

test("a store owner lets a colleague alone approve, and everyone else sees whom to ask", async ({
  harness,
  database,
  desktop,
  phone,
}) => {
  const { shopify } = harness.sandbox;
  const { app, page } = desktop;
  await shopify.post("staff", { shop: DEV_SHOP, member: KIM });
  // Whoever acted can be chosen.
  expect((await post(harness, KIM.id, "/app/sending", { action: "pause", until: null })).status).toBe(200);
  await until(
    "Kim's name",
    async () => (await database.query(`SELECT 1 FROM "StaffMember" WHERE "userId" = '77'`)).rowCount,
  );
  await desktop.visit("/app/settings/staff");
  await app.getByRole("group", { name: "Approve and send orders" }).getByText("Only chosen staff").click();
  const staff = app.getByRole("group", { name: "Staff", exact: true });
  await staff.getByLabel(/Ana Lopez|Staff member 90001/).uncheck();
  await page.locator("#save-bar").getByRole("button", { name: "Save" }).click();
  await staff.getByText("Choose at least one person.").waitFor();
  const first = staff.getByRole("checkbox").first();
  await expect.poll(() => first.evaluate((element) => element === document.activeElement)).toBe(true);
  await staff.getByText("Kim Park", { exact: true }).click();
  await page.locator("#save-bar").getByRole("button", { name: "Save" }).click();
  await page.getByText("Staff permissions saved").waitFor();
  await desktop.visit("/app/settings");
  await app.getByText("1 of 4 permissions for chosen staff only").waitFor();
  await desktop.visit("/app");
  // The owner always may.
  expect(await app.getByRole("button", { name: "Resume sending" }).isEnabled()).toBe(true);

  // Ana hands the store over: from now on she is one of the staff.
  await shopify.post("staff", { shop: DEV_SHOP, member: { ...OWNER, accountOwner: false } });
  await database.query(`UPDATE "StaffMember" SET "accountOwner" = FALSE WHERE "userId" = $1`, [OWNER.id]);
  await desktop.visit("/app/orders");
  await app.getByText("Only chosen staff may approve and send orders. Ask Kim Park or the store owner.").waitFor();
  await desktop.visit("/app");
  await app.getByText("Only chosen staff may approve and send orders. Ask Kim Park or the store owner.").waitFor();
  expect(await app.getByRole("button", { name: "Resume sending" }).isDisabled()).toBe(true);
  const refused = await post(harness, OWNER.id, "/app/sending", { action: "resume" });
  expect(refused.status).toBe(403);
  expect(await refused.text()).toContain("Ask Kim Park or the store owner");
  expect((await post(harness, KIM.id, "/app/sending", { action: "resume" })).status).toBe(200);
  // What is not restricted stays open.
  await desktop.visit("/app/products");
  await app.getByRole("button", { name: "Import" }).first().waitFor();
  expect(await app.getByText("Ask Kim Park").count()).toBe(0);
  // Once it is restricted, too, its buttons are disabled, with the reason.
  await database.query(
    `INSERT INTO "StaffPermission" ("shopId", "permission", "userId")
     SELECT s."id", p, $1 FROM "Shop" s, unnest(ARRAY['map', 'settings']::"Permission"[]) AS p WHERE s."domain" = $2`,
    [KIM.id, DEV_SHOP],
  );
  for (const [path, button, may] of [
    ["/app/products", "Import", "change mappings and artwork"],
    ["/app/webhooks", "Rotate key", "change settings and rules"],
  ] as const) {
    await desktop.visit(path);
    await app.getByText(`Only chosen staff may ${may}. Ask Kim Park or the store owner.`).waitFor();
    expect(await app.getByRole("button", { name: button }).first().isDisabled(), button).toBe(true);
  }
  await database.query(`DELETE FROM "StaffPermission" WHERE "permission" <> 'approve'`);
  await desktop.visit("/app/activity");
  await app.getByText("Changed what staff may do.").first().waitFor();
  expect(await findFaults(phone, ["/app/settings/staff", "/app/orders"])).toEqual([]);
  await phone.visit("/app/settings/staff");
  await phone.visit("/app/orders");
  await shopify.post("staff", { shop: DEV_SHOP, member: { ...OWNER, accountOwner: true } });
  await database.query(`UPDATE "StaffMember" SET "accountOwner" = TRUE WHERE "userId" = $1`, [OWNER.id]);
});

test("a merchant links a second store by a code, sees both stores' counts, and ends the link", async ({
  database,
  desktop,
  phone,
}) => {
  const { app } = desktop;
  await desktop.visit("/app/stores");
  await app.getByText("No store is linked yet.").waitFor();
  await app.getByRole("button", { name: "Create code" }).click();
  await app.getByText("Code for the other store").waitFor();
  await app.getByText(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){2}$/).waitFor();
  await app.getByLabel("Code from the other store").fill("0000-0000-0000");
  await app.getByRole("button", { name: "Link store", exact: true }).click();
  await app.getByText("This code is wrong, used, or expired").waitFor();

  // What staff of the other store does with the code is shown in app/shops/store-links.test.ts.
  const other = randomUUID();
  await database.query(
    `INSERT INTO "Shop" ("id", "domain", "name", "installedAt", "goLiveAt", "settings", "printAccountId")
     SELECT $1, 'second-store.myshopify.com', 'Second store', now(), now(), "settings", "printAccountId" FROM "Shop" WHERE "domain" = $2`,
    [other, DEV_SHOP],
  );
  await database.query(
    `INSERT INTO "StoreLink" ("id", "invitingShopId", "invitedBy", "acceptingShopId", "acceptedBy", "linkedAt")
     SELECT $1, "id", '90001', $2, '5', now() FROM "Shop" WHERE "domain" = $3`,
    [randomUUID(), other, DEV_SHOP],
  );
  await desktop.visit("/app");
  await desktop.visit("/app/stores");
  await app.getByText("This store", { exact: true }).waitFor();
  const waiting = app.getByRole("link", { name: "0 Waiting, Second store" });
  await waiting.waitFor();
  expect(await waiting.getAttribute("href")).toMatch(
    /^https:\/\/admin\.shopify\.com\/store\/second-store\/apps\/[^/]+\/app\/orders\?tab=waiting$/,
  );
  expect(await findFaults(phone, ["/app/stores"])).toEqual([]);
  await app.getByRole("button", { name: "End link with Second store" }).click();
  await app.getByRole("dialog").getByRole("button", { name: "End link" }).click();
  await app.getByText("No store is linked yet.").waitFor();
  await desktop.visit("/app/activity");
  await app.getByText("Ended the link with second-store.myshopify.com.").waitFor();
});
