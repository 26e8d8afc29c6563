import { afterAll, beforeAll, expect, it } from "vitest";
import { startBuiltApp, type BuiltApp } from "../support/built-app.ts";
import { whileLockHeld } from "../support/held-lock.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
let builtApp: BuiltApp;

beforeAll(async () => {
  // Nobody else waits for the lock below.
  testApp = await startTestApp({ workers: false });
  builtApp = await startBuiltApp(testApp);
});
afterAll(async () => {
  await builtApp.close();
  await testApp.close();
});

it("a page that asks for its data while the app is uninstalled does not make the shop installed again", async () => {
  const { shop, shopify } = testApp;
  const token = shopify.sessionToken(shop, "77");
  const ask = () => builtApp.request(shop, "GET", "/app/products/skus", { token });
  expect((await ask()).status).toBe(200);
  // The page has found the session, and reads the shop when the uninstallation is recorded (app/shops/uninstall.ts).
  const answer = await whileLockHeld(
    testApp.services.core.database.pool,
    (uninstallation) => uninstallation.query(`LOCK TABLE "Shop" IN ACCESS EXCLUSIVE MODE`),
    ask,
    {
      last: async (uninstallation) => {
        shopify.uninstall(shop);
        await uninstallation.query(`UPDATE "Shop" SET "uninstalledAt" = now()`);
        await uninstallation.query(`DELETE FROM "Session"`);
      },
    },
  );
  expect(answer.status).toBe(404);
  const row = await testApp.services.core.ctx.db.shop.findUniqueOrThrow({ where: { domain: shop } });
  expect(row.uninstalledAt).not.toBeNull();
});
