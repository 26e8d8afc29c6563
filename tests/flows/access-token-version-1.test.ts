import { expect, it } from "vitest";
import { shopActionsContext } from "../../app/composition/shop-context.server.ts";
import { connectAccount } from "../../app/settings-page/account.ts";
import { createPrintServiceStandIn } from "../../sandbox/print-service/index.ts";
import { startTestApp } from "../support/test-app.ts";

it("an access token does not fit a service that has version 1 alone, which is said", async () => {
  const old = await createPrintServiceStandIn();
  const elsewhere = await startTestApp({ workers: false, env: { PRINT_SERVICE_URL: old.url } });
  const shop = await elsewhere.services.core.ctx.db.shop.findUniqueOrThrow({ where: { domain: elsewhere.shop } });
  const context = shopActionsContext(elsewhere.services.core);
  expect(await connectAccount(context, shop, { accessToken: "some-access-token" })).toEqual({
    outcome: "other_version",
    version: "v1",
  });
  await elsewhere.close();
  await old.close();
});
