import { expect } from "vitest";
import type { BulkEditView } from "../../app/catalog/bulk-edit/bulk-edit.ts";
import { startBuiltApp, type BuiltApp } from "../support/built-app.ts";
import type { TestApp } from "../support/test-app.ts";
import { until } from "../support/until.ts";

/** Starts the workers, waits until they have copied the catalogs of both shops, and starts the built app. */
export async function startOnCopiedCatalogs(testApp: TestApp): Promise<BuiltApp> {
  const { db } = testApp.services.core.ctx;
  await testApp.startWorkers();
  await until("both copies", async () => (await db.catalogRead.count({ where: { completedAt: { not: null } } })) === 2);
  return startBuiltApp(testApp);
}

/** Waits until the shop's bulk edit has ended, as its page shows the edit. */
export const endOfEdit = (builtApp: BuiltApp, shop: string): Promise<BulkEditView> =>
  until("the end of the edit", async () => {
    const { status, text } = await builtApp.request(shop, "GET", "/app/products/variants/edit");
    expect(status).toBe(200);
    const { current } = JSON.parse(text) as { current: BulkEditView | null };
    return current?.state === "done" ? current : null;
  });
