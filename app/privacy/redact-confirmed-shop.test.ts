import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openFreshDatabase } from "../../tests/support/database.ts";
import { Unavailable } from "../ports/errors.ts";
import { checkAccess } from "../shops/access.ts";
import { handleShopNews } from "../jobs/handle-shop-webhook.ts";
import { installShop } from "../shops/install.ts";
import { seedOrder, shopNewsContext } from "../../tests/support/shops-context.ts";
import { eraseByWord } from "./erase-on-command.ts";
import { redactClaimedShop } from "./redact-confirmed-shop.ts";

let database: Awaited<ReturnType<typeof openFreshDatabase>>;
beforeAll(async () => void (database = await openFreshDatabase()));
afterAll(() => database.drop());

const DAY = 86_400_000;

async function installed() {
  const ctx = shopNewsContext(database.db);
  const domain = `s-${randomUUID()}.myshopify.com`;
  await installShop(ctx, domain, "");
  await ctx.db.session.create({ data: { id: `offline_${domain}`, shop: domain, state: "", accessToken: "x" } });
  const { shopId } = await seedOrder(ctx, domain, "gid://shopify/Order/1", "submitted");
  const left = () => ctx.db.order.count({ where: { shopId } });
  return { ctx, domain, shopId, left };
}

test("a shop in which the app is installed is not erased, and the request is refused", async () => {
  const { ctx, domain, left } = await installed();
  ctx.says = "installed";
  expect(await handleShopNews(ctx, domain, { kind: "shop_redact" })).toBe("app_installed");
  expect(await left()).toBe(1);
  expect(await ctx.db.session.count({ where: { shop: domain } })).toBe(1);
});

test("without any word of the uninstallation, Shopify is asked, waited for, and then it is erased", async () => {
  const { ctx, domain, left } = await installed();
  await expect(redactClaimedShop(ctx, domain)).rejects.toMatchObject({ name: "Unavailable", retryAfterMs: DAY });
  expect(await left()).toBe(1);
  expect(await ctx.db.session.count({ where: { shop: domain } })).toBe(0);
  ctx.clock.forward(DAY - 1);
  await expect(redactClaimedShop(ctx, domain)).rejects.toMatchObject({ retryAfterMs: 1 });
  ctx.clock.forward(1);
  expect(await redactClaimedShop(ctx, domain)).toBe("done");
  expect(await left()).toBe(0);
});

test("a shop that has rested for long enough is erased at once, when Shopify says it a second time", async () => {
  const { ctx, domain, shopId, left } = await installed();
  await checkAccess(ctx, shopId);
  ctx.clock.forward(2 * DAY);
  expect(await redactClaimedShop(ctx, domain)).toBe("done");
  expect(ctx.asked).toBe(2);
  expect(await left()).toBe(0);
});

test("a merchant who comes back while it waits keeps everything", async () => {
  const { ctx, domain, left } = await installed();
  await expect(redactClaimedShop(ctx, domain)).rejects.toMatchObject({ name: "Unavailable" });
  await installShop(ctx, domain, "");
  ctx.says = "installed";
  ctx.clock.forward(2 * DAY);
  expect(await redactClaimedShop(ctx, domain)).toBe("installed");
  expect(await left()).toBe(1);
});

test.each(["no_token", "shop_unavailable"] as const)(
  "nothing is erased on %s, however long it lasts",
  async (status) => {
    const { ctx, domain, left } = await installed();
    ctx.says = status;
    for (let day = 0; day < 40; day += 1) {
      await expect(redactClaimedShop(ctx, domain)).rejects.toMatchObject({ name: "Unavailable" });
      ctx.clock.forward(DAY);
    }
    expect(await left()).toBe(1);
  },
);

test("a shop that nobody knows has nothing to erase", async () => {
  const { ctx } = await installed();
  expect(await redactClaimedShop(ctx, "nobody.myshopify.com")).toBe("done");
});

test.each(["no_token", "shop_unavailable", "uninstalled"] as const)(
  "on %s, an operator's word is enough",
  async (status) => {
    const { ctx, domain, left } = await installed();
    ctx.says = status;
    expect(await eraseByWord(ctx, domain)).toBe("erased");
    expect(await left()).toBe(0);
    expect(await ctx.db.session.count({ where: { shop: domain } })).toBe(0);
  },
);

test("an operator's word does not erase a shop whose token works, nor while Shopify does not answer", async () => {
  const { ctx, domain, left } = await installed();
  ctx.says = "installed";
  expect(await eraseByWord(ctx, domain)).toBe("installed");
  ctx.askInstallation = () => Promise.reject(new Unavailable("no"));
  await expect(eraseByWord(ctx, domain)).rejects.toBeInstanceOf(Unavailable);
  expect(await left()).toBe(1);
});
