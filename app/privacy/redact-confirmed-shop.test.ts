import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openFreshDatabase } from "../../tests/support/database.ts";
import { UnavailableError } from "../ports/errors.ts";
import { checkAccess } from "../shops/access.ts";
import { handleShopWebhook } from "../jobs/handle-shop-webhook.ts";
import { installShop } from "../shops/install.ts";
import { seedOrder, createShopLifecycleContext } from "../../tests/support/shops-context.ts";
import { eraseOnCommand, redactConfirmedShop } from "./redact-shop.ts";

let database: Awaited<ReturnType<typeof openFreshDatabase>>;
beforeAll(async () => void (database = await openFreshDatabase()));
afterAll(() => database.drop());

const DAY = 86_400_000;

async function installed() {
  const ctx = createShopLifecycleContext(database);
  const domain = `s-${randomUUID()}.myshopify.com`;
  await installShop(ctx, domain, "");
  await ctx.db.session.create({ data: { id: `offline_${domain}`, shop: domain, state: "", accessToken: "x" } });
  const { shopId } = await seedOrder(ctx, domain, "gid://shopify/Order/1", "submitted");
  const left = () => ctx.db.order.count({ where: { shopId } });
  return { ctx, domain, shopId, left };
}

test("a shop in which the app is installed is not erased, and the request is refused", async () => {
  const { ctx, domain, left } = await installed();
  ctx.installationStatus = "installed";
  expect(await handleShopWebhook(ctx, domain, { kind: "shop_redact" }, ctx.clock.now())).toBe("app_installed");
  expect(await left()).toBe(1);
  expect(await ctx.db.session.count({ where: { shop: domain } })).toBe(1);
});

test("without any word of the uninstallation, Shopify is asked, waited for, and then it is erased", async () => {
  const { ctx, domain, left } = await installed();
  await expect(redactConfirmedShop(ctx, domain)).rejects.toMatchObject({ name: "UnavailableError", retryAfterMs: DAY });
  expect(await left()).toBe(1);
  expect(await ctx.db.session.count({ where: { shop: domain } })).toBe(0);
  ctx.clock.advance(DAY - 1);
  await expect(redactConfirmedShop(ctx, domain)).rejects.toMatchObject({ retryAfterMs: 1 });
  ctx.clock.advance(1);
  expect(await redactConfirmedShop(ctx, domain)).toBe("done");
  expect(await left()).toBe(0);
});

test("a shop that has been uninstalled for long enough is erased at once, when Shopify says it a second time", async () => {
  const { ctx, domain, shopId, left } = await installed();
  await checkAccess(ctx, shopId);
  ctx.clock.advance(2 * DAY);
  expect(await redactConfirmedShop(ctx, domain)).toBe("done");
  expect(ctx.installationChecks).toBe(2);
  expect(await left()).toBe(0);
});

test("a merchant who comes back while it waits keeps everything", async () => {
  const { ctx, domain, left } = await installed();
  await expect(redactConfirmedShop(ctx, domain)).rejects.toMatchObject({ name: "UnavailableError" });
  await installShop(ctx, domain, "");
  ctx.installationStatus = "installed";
  ctx.clock.advance(2 * DAY);
  expect(await redactConfirmedShop(ctx, domain)).toBe("installed");
  expect(await left()).toBe(1);
});

test.each(["no_token", "shop_unavailable"] as const)(
  "nothing is erased on %s, however long it lasts",
  async (status) => {
    const { ctx, domain, left } = await installed();
    ctx.installationStatus = status;
    for (let day = 0; day < 40; day += 1) {
      await expect(redactConfirmedShop(ctx, domain)).rejects.toMatchObject({ name: "UnavailableError" });
      ctx.clock.advance(DAY);
    }
    expect(await left()).toBe(1);
  },
);

test("a shop that nobody knows has nothing to erase", async () => {
  const { ctx } = await installed();
  expect(await redactConfirmedShop(ctx, "nobody.myshopify.com")).toBe("done");
});

test.each(["no_token", "shop_unavailable", "uninstalled"] as const)(
  "on %s, an operator's word is enough",
  async (status) => {
    const { ctx, domain, left } = await installed();
    ctx.installationStatus = status;
    expect(await eraseOnCommand(ctx, domain)).toBe("erased");
    expect(await left()).toBe(0);
    expect(await ctx.db.session.count({ where: { shop: domain } })).toBe(0);
  },
);

test("an operator's word does not erase a shop whose token works, nor while Shopify does not answer", async () => {
  const { ctx, domain, left } = await installed();
  ctx.installationStatus = "installed";
  expect(await eraseOnCommand(ctx, domain)).toBe("installed");
  ctx.askInstallation = () => Promise.reject(new UnavailableError("no"));
  await expect(eraseOnCommand(ctx, domain)).rejects.toBeInstanceOf(UnavailableError);
  expect(await left()).toBe(1);
});
