import { setUpExtension } from "@shopify/ui-extensions-tester";
import { expect, test } from "vitest";
import type { VariantCard } from "../../app/extension-api/responses.ts";
import { eventually, openExtension } from "../common/open-extension.testing.ts";
import messages from "./locales/en.default.json" with { type: "json" };

const MAPPED: VariantCard = {
  state: { label: "Artwork missing", tone: "warning" },
  message: "Orders with this variant are on hold.",
  itemSku: "TEE-BLK",
  sides: [
    {
      side: "front",
      label: "Front artwork",
      hasArtwork: true,
      missing: false,
      findings: ["The image is 300 × 300 pixels and may print blurry."],
    },
    { side: "back", label: "Back artwork", hasArtwork: false, missing: true, findings: [] },
  ],
  note: "Soft inks",
  link: { label: "Edit mapping", href: "app:app/products/7" },
};
const PICTURE = { "GET variants/5/picture?side=front": [{ source: "data:image/webp;base64,AAAA", message: "" }] };
const QUOTE = { "GET variants/5/quote": [{ known: true, message: "Costs $8.20 USD." }] };

const show = (app: Record<string, unknown[]>) =>
  openExtension(setUpExtension("admin.product-variant-details.block.render"), {
    selected: ["gid://shopify/ProductVariant/5"],
    messages,
    app: { ...PICTURE, ...QUOTE, ...app },
  });

test("the block shows mapping, artwork, price and the link to the mapping", async () => {
  using shown = await show({ "GET variants/5": [MAPPED] });
  await eventually(() => expect(shown.all("s-thumbnail")[0]?.getAttribute("src")).toBe("data:image/webp;base64,AAAA"));
  await eventually(() => expect(shown.text()).toContain("Costs $8.20 USD."));
  expect(shown.text()).toContain("Print SKU: TEE-BLK");
  expect(shown.text()).toContain("Soft inks");
  expect(shown.text()).toContain("Required artwork is missing.");
  expect(shown.all("s-link")[0]?.getAttribute("href")).toBe("app:app/products/7");
  expect(shown.calls.map(({ path }) => path)).not.toContain("GET variants/5/picture?side=back");
});

test("an unavailable image shows its reason", async () => {
  using shown = await show({
    "GET variants/5": [MAPPED],
    "GET variants/5/picture?side=front": [{ source: null, message: "Not found" }],
  });
  await eventually(() => expect(shown.text()).toContain("Not found"));
  expect(shown.all("s-thumbnail")).toEqual([]);
});

test("a check shows its problems", async () => {
  const lines = [
    { label: "Print SKU", ok: true, message: "Costs $8.20 USD." },
    { label: "Front artwork", ok: false, message: "The link can't be reached." },
  ];
  using shown = await show({ "GET variants/5": [MAPPED], "POST variants/5": [{ lines }] });
  await eventually(() => expect(shown.buttons()).toEqual(["Check mapping"]));
  shown.click("Check mapping");
  await eventually(() => expect(shown.text()).toContain("The link can't be reached."));
  expect(shown.text()).toContain("Needs attention");
  expect(shown.posted().map(({ body }) => body)).toEqual([{ action: "check" }]);
});

test("an unmapped variant has no price, no check, and a link to the mapping", async () => {
  const unmapped = { ...MAPPED, itemSku: null, sides: [], note: "", state: { label: "Not mapped", tone: "neutral" } };
  using shown = await show({ "GET variants/5": [unmapped] });
  await eventually(() => expect(shown.text()).toContain("Not mapped"));
  expect(shown.buttons()).toEqual([]);
  expect(shown.calls).toHaveLength(1);
});

test("an app that does not respond is called again by a button", async () => {
  using shown = await show({ "GET variants/5": [new Response("", { status: 502 }), MAPPED] });
  await eventually(() => expect(shown.headings()[0]).toContain("can't be reached"));
  shown.click("Try again");
  await eventually(() => expect(shown.text()).toContain("TEE-BLK"));
});
