import { setUpExtension } from "@shopify/ui-extensions-tester";
import { expect, test, vi } from "vitest";
import { eventually, openExtension } from "../common/open-extension.testing.ts";
import messages from "./locales/en.default.json" with { type: "json" };

test("the action shows the variant and closes", async () => {
  const extension = setUpExtension("admin.product-variant-details.action.render");
  const close = vi.fn();
  extension.shopify.close = close;
  const card = {
    state: { label: "Not mapped", tone: "neutral" },
    message: "2 orders on hold until you map this variant.",
    itemSku: null,
    sides: [],
    note: "",
    link: { label: "Map product", href: "app:app/products/7" },
  };
  using shown = await openExtension(extension, {
    selected: ["gid://shopify/ProductVariant/5"],
    messages,
    app: { "GET variants/5": [card] },
  });
  await eventually(() => expect(shown.text()).toContain("2 orders on hold"));
  shown.click("Close");
  expect(close).toHaveBeenCalledOnce();
});
