import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { STORE, visitor } from "../admin/visitor.testing.ts";
import { orderInput, PEOPLE } from "../buyers.ts";
import { SHOP } from "../stand-in.testing.ts";

const TOML = `
api_version = "2026-07"
[[extensions]]
name = "t:name"
handle = "moon-block"
type = "ui_extension"
[[extensions.targeting]]
module = "./block.ts"
target = "admin.order-details.block.render"
[[extensions]]
name = "Send to the moon"
handle = "moon-action"
type = "ui_extension"
[[extensions.targeting]]
module = "./block.ts"
target = "admin.order-details.action.render"
[extensions.targeting.should_render]
module = "./asks.ts"
[[extensions.targeting]]
module = "./block.ts"
target = "admin.order-index.selection-action.render"
[[extensions]]
name = "Moon trigger"
handle = "moon-trigger"
type = "flow_trigger"
`;

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "moon extensions "));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const own = join(folder, "moon");
  await mkdir(join(own, "locales"), { recursive: true });
  const write = (name: string, text: string) => writeFile(join(own, name), text);
  await write("shopify.extension.toml", TOML);
  await write("locales/en.default.json", JSON.stringify({ name: "Moon <block>", greeting: "Hello" }));
  await write("block.ts", `export default () => { document.body.append("shown"); };`);
  await write("asks.ts", `export default () => ({ display: true });`);
  await mkdir(join(folder, "shared"));
});

async function pageOfAnOrder() {
  const seen = await visitor({ extensionsFolder: folder });
  const order = seen.standIn.placeOrder(SHOP, orderInput(PEOPLE.unitedStates, [{ variantId: seen.variant(0) }]));
  return { ...seen, order, page: async () => (await seen.get(`${STORE}/orders/${order.id}`)).text };
}

test("an order's page has the app's block and its action, for that order", async () => {
  const { order, page } = await pageOfAnOrder();
  const text = await page();
  expect(text).toContain(`data-block="/_extensions/moon-block/admin.order-details.block.render"`);
  expect(text).toContain(`data-selected="gid://shopify/Order/${order.id}"`);
  expect(text).toContain("Moon &#60;block&#62;");
  expect(text).toContain(`data-asks="/_extensions/moon-action/admin.order-details.action.should-render"`);
  expect(text).not.toContain("Moon trigger");
});

test("the list has what can be done to several orders, and checkboxes to select them", async () => {
  const { order, get } = await pageOfAnOrder();
  const { text } = await get(`${STORE}/orders`);
  expect(text).toContain(`value="gid://shopify/Order/${order.id}"`);
  expect(text).toContain(`data-action="/_extensions/moon-action/admin.order-index.selection-action.render"`);
});

test("an app that is not installed shows nothing in the admin", async () => {
  const { standIn, page, get } = await pageOfAnOrder();
  standIn.uninstall(SHOP);
  expect(await page()).not.toContain("/_extensions/");
  expect((await get(`${STORE}/orders`)).text).not.toContain("data-select");
});

test("the frame of an extension brings its words and its code", async () => {
  const { get } = await visitor({ extensionsFolder: folder });
  const frame = await get("/_extensions/moon-block/admin.order-details.block.render");
  expect(frame.text).toContain("Hello");
  expect(frame.text).toContain("http://app.test");
  expect((await get("/_extensions/moon-block/admin.order-details.block.render.js")).text).toContain("shown");
  const asks = await get("/_extensions/moon-action/admin.order-details.action.should-render.js");
  expect(asks.text).toContain("display: true");
});

test("what surrounds an extension is built", async () => {
  const { get } = await visitor();
  expect((await get("/extension-frame.js")).text).toContain("s-admin-block");
  expect((await get("/extension-frame.css")).text).toContain("s-admin-block");
});

test.for([
  "moon-block/admin.nowhere.render",
  "nobody/admin.order-details.block.render",
  "moon-block/admin.order-details.block.should-render",
])("there is no %s", async (path) => {
  const { get } = await visitor({ extensionsFolder: folder });
  expect((await get(`/_extensions/${path}`)).status).toBe(404);
});
