import { setUpExtension } from "@shopify/ui-extensions-tester";
import { expect, test, vi } from "vitest";
import type { VariantCard } from "../../app/extension-api/responses.ts";
import { openExtension } from "../common/open-extension.testing.ts";
import words from "./locales/en.default.json" with { type: "json" };

const MAPPED: VariantCard = {
  state: { label: "Artwork missing", tone: "warning" },
  message: "Orders of this variant wait.",
  itemSku: "TEE-BLK",
  sides: [
    { side: "front", label: "Front artwork", hasArtwork: true, missing: false },
    { side: "back", label: "Back artwork", hasArtwork: false, missing: true },
  ],
  note: "Soft inks",
  link: { label: "Open the mapping", href: "app:app/products/7" },
};
const PICTURE = { "GET variants/5/picture?side=front": [{ source: "data:image/webp;base64,AAAA", message: "" }] };
const QUOTE = { "GET variants/5/quote": [{ known: true, message: "One costs $8.20 USD." }] };

const show = (app: Record<string, unknown[]>) =>
  openExtension(setUpExtension("admin.product-variant-details.block.render"), {
    selected: ["gid://shopify/ProductVariant/5"],
    messages: words,
    app: { ...PICTURE, ...QUOTE, ...app },
  });

test("mapping, artwork, price, and the way to change them", async () => {
  using shown = await show({ "GET variants/5": [MAPPED] });
  await vi.waitFor(() => expect(shown.all("s-thumbnail")[0]?.getAttribute("src")).toBe("data:image/webp;base64,AAAA"));
  await vi.waitFor(() => expect(shown.text()).toContain("One costs $8.20 USD."));
  expect(shown.text()).toContain("SKU of the print service: TEE-BLK");
  expect(shown.text()).toContain("Soft inks");
  expect(shown.text()).toContain("Has to be printed, and there is none.");
  expect(shown.all("s-link")[0]?.getAttribute("href")).toBe("app:app/products/7");
  expect(shown.calls.map(({ path }) => path)).not.toContain("GET variants/5/picture?side=back");
});

test("a picture that cannot be shown says why", async () => {
  using shown = await show({
    "GET variants/5": [MAPPED],
    "GET variants/5/picture?side=front": [{ source: null, message: "Not found" }],
  });
  await vi.waitFor(() => expect(shown.text()).toContain("Not found"));
  expect(shown.all("s-thumbnail")).toEqual([]);
});

test("a check says what is amiss", async () => {
  const lines = [
    { label: "SKU of the print service", ok: true, message: "One costs $8.20 USD." },
    { label: "Front artwork", ok: false, message: "The address cannot be reached." },
  ];
  using shown = await show({ "GET variants/5": [MAPPED], "POST variants/5": [{ lines }] });
  await vi.waitFor(() => expect(shown.buttons()).toEqual(["Check the mapping"]));
  shown.click("Check the mapping");
  await vi.waitFor(() => expect(shown.text()).toContain("The address cannot be reached."));
  expect(shown.text()).toContain("Needs attention");
  expect(shown.posted().map(({ body }) => body)).toEqual([{ action: "check" }]);
});

test("a variant that is not mapped has no price and nothing to check, but a way to be mapped", async () => {
  const unmapped = { ...MAPPED, itemSku: null, sides: [], note: "", state: { label: "Not mapped", tone: "neutral" } };
  using shown = await show({ "GET variants/5": [unmapped] });
  await vi.waitFor(() => expect(shown.text()).toContain("Not mapped"));
  expect(shown.buttons()).toEqual([]);
  expect(shown.calls).toHaveLength(1);
});

test("an app that does not answer is asked again by a button", async () => {
  using shown = await show({ "GET variants/5": [new Response("", { status: 502 }), MAPPED] });
  await vi.waitFor(() => expect(shown.headings()[0]).toContain("cannot be reached"));
  shown.click("Try again");
  await vi.waitFor(() => expect(shown.text()).toContain("TEE-BLK"));
});
