import { afterAll, expect, test } from "vitest";
import { openFreshDatabase } from "../../tests/support/database.ts";
import { changeView, deleteView, listViews, saveView, VIEW_LIMIT } from "./saved-views.ts";
import { createShopsContext } from "../../tests/support/shops-context.ts";
import type { ShopId, SavedViewId } from "../ports/ids.ts";
import { newId } from "../../tests/support/ids.ts";

const database = await openFreshDatabase();
afterAll(() => database.drop());
const ctx = createShopsContext(database);

async function shop(): Promise<ShopId> {
  const id = newId();
  const at = ctx.clock.now();
  const data = { id, domain: `${id}.myshopify.com`, installedAt: at, goLiveAt: at, settings: {} };
  await database.db.shop.create({ data });
  return id;
}
const save = (shopId: ShopId, name: string, query = "tab=attention") =>
  saveView(ctx, shopId, { page: "orders", name, query });
const saved = async (shopId: ShopId, name: string): Promise<SavedViewId> => {
  const answer = await save(shopId, name);
  if (!("saved" in answer)) throw new Error(answer.refused);
  ctx.clock.advance(1);
  return answer.saved.id;
};

test("views are saved, renamed, changed and deleted", async () => {
  const shopId = await shop();
  const [first, second] = [await saved(shopId, "Late ones"), await saved(shopId, "Japan")];
  await changeView(ctx, shopId, { page: "orders", id: first, name: "late ones" });
  await changeView(ctx, shopId, { page: "orders", id: first, query: "tab=waiting" });
  expect(await listViews(ctx, shopId, "orders")).toEqual([
    { id: first, name: "late ones", query: "tab=waiting" },
    { id: second, name: "Japan", query: "tab=attention" },
  ]);
  await deleteView(ctx, shopId, { page: "orders", id: first });
  await deleteView(ctx, shopId, { page: "orders", id: first });
  expect(await listViews(ctx, shopId, "orders")).toHaveLength(1);
});

test("a name belongs to one view in any case; of two concurrent requests one gets the name", async () => {
  const shopId = await shop();
  const answers = await Promise.all([save(shopId, "Rush"), save(shopId, "RUSH")]);
  expect(answers.filter((answer) => "saved" in answer)).toHaveLength(1);
  const id = await saved(shopId, "Other");
  expect(await changeView(ctx, shopId, { page: "orders", id, name: "rush" })).toEqual({ refused: "name_taken" });
});

test("a shop has a limited number of views", async () => {
  const shopId = await shop();
  for (let index = 0; index < VIEW_LIMIT; index += 1) await saved(shopId, `View ${index}`);
  expect(await save(shopId, "One more")).toEqual({ refused: "too_many" });
});

test("another shop's views are neither listed nor changed", async () => {
  const [mine, other] = [await shop(), await shop()];
  const id = await saved(other, "Theirs");
  expect(await listViews(ctx, mine, "orders")).toEqual([]);
  expect(await changeView(ctx, mine, { page: "orders", id, name: "Mine" })).toEqual({ refused: "not_found" });
  await deleteView(ctx, mine, { page: "orders", id });
  expect(await listViews(ctx, other, "orders")).toHaveLength(1);
});
