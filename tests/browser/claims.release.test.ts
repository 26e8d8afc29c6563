import sharp from "sharp";
import { expect } from "vitest";
import { vitalsOf } from "../../bench/web-vitals.ts";
import { expectAccessible } from "./axe.testing.ts";
import { fulfilledOrder } from "./bought-order.testing.ts";
import { browserTest } from "./browser-test.testing.ts";

const test = browserTest();

const photo = async () => ({
  name: "scratch.png",
  mimeType: "image/png",
  buffer: await sharp({ create: { width: 60, height: 40, channels: 3, background: "#a40" } })
    .png()
    .toBuffer(),
});

test("a merchant brings a damaged package before the print service with a photo, keeps the answer, and reprints once", async ({
  demo,
  desktop,
  phone,
}) => {
  await phone.visit("/app/claims");
  await phone.app.getByText("No claims yet").waitFor();
  await expectAccessible(phone);

  const placed = await fulfilledOrder(demo, "LOST-1");
  const { app, page } = desktop;
  const dialog = app.getByRole("dialog");
  await desktop.visit(`/app/orders/${placed.id}`);

  // Opened from the package, by keyboard; what is missing is said beside the field.
  await app.getByRole("button", { name: "Report a problem with package LOST-1" }).press("Enter");
  await dialog.getByRole("button", { name: "Open claim" }).click();
  await dialog.getByText("Select a problem.").waitFor();
  await dialog.getByText("Enter the quantity of at least one item.").waitFor();
  await dialog.getByText("Describe what happened.").waitFor();
  expect(await dialog.getByLabel("Package", { exact: true }).inputValue()).toBe("LOST-1");
  await dialog.getByLabel("Problem").selectOption({ label: "Arrived damaged" });
  await dialog.getByLabel("Quantity of Fox shirt").fill("1");
  await dialog.getByLabel("What happened").fill("The print is scratched.");
  await dialog
    .locator('input[type="file"]')
    .setInputFiles([await photo(), { ...(await photo()), name: "a.txt", mimeType: "text/plain" }]);
  await dialog.getByText("Choose a JPEG, PNG, or WebP photo.").waitFor();
  expect(await dialog.getByRole("button", { name: "Open claim" }).isDisabled()).toBe(true);
  await dialog.getByRole("button", { name: "Remove a.txt" }).click();
  await expectAccessible(desktop);
  await dialog.getByRole("button", { name: "Open claim" }).click();
  await page.getByText("Claim opened").waitFor();
  await app.getByText("“The print is scratched.”").waitFor();
  await app.getByRole("img", { name: "Photo 1" }).waitFor();
  await app.getByText("Claim opened: arrived damaged.").waitFor();
  await app.getByText("Claim: Arrived damaged (open)").waitFor();
  const download = page.waitForEvent("download");
  await app.getByRole("button", { name: "Download photo 1" }).click();
  expect((await download).suggestedFilename()).toMatch(/^claim-photo-.*\.jpg$/);
  await expectAccessible(desktop);

  // Nothing is sent by itself: the message is to copy, and staff says that it was sent.
  await app.getByRole("button", { name: "Message print service…" }).click();
  const message = await dialog.getByLabel("Message").inputValue();
  expect(message).toContain("arrived damaged");
  expect(message).toContain("Tracking number: LOST-1");
  expect(message).toContain("- 1 × TEE-BLACK-M");
  expect(message).toContain("Attached: 1 photo");
  await dialog.getByRole("button", { name: "Mark as sent" }).click();
  await app.getByText("Waiting for answer", { exact: true }).waitFor();

  await app.getByRole("button", { name: "Record answer…" }).click();
  await dialog.getByRole("button", { name: "Save answer" }).click();
  await dialog.getByText("Select an answer.").waitFor();
  await dialog.getByText("Refunds the items").click();
  await dialog.getByLabel("What the print service wrote").fill("We refund one shirt.");
  await dialog.getByRole("button", { name: "Save answer" }).click();
  await app.getByText("“We refund one shirt.”").waitFor();

  // The reprint knows the items and the reason, and a second one is not offered.
  const claims = app.locator('[id^="claim-"]');
  await claims.getByRole("button", { name: "Reprint items…" }).click();
  expect(await dialog.getByLabel("Quantity of Fox shirt").inputValue()).toBe("1");
  await dialog.getByRole("button", { name: "Preview reprint" }).click();
  await dialog.getByRole("button", { name: "Send reprint" }).click();
  await claims.getByText(/^Reprint .* was requested for this claim\.$/).waitFor();
  await claims.getByRole("button", { name: "Reprint items…" }).waitFor({ state: "detached" });
  await app.getByText("Reprint requested for a claim: arrived damaged.").waitFor();
  await app.getByRole("button", { name: "Message customer…" }).click();
  expect(await dialog.getByLabel("Message").inputValue()).toContain("We're printing these items again");
  await dialog.getByRole("button", { name: "Close" }).click();
  await app.getByRole("button", { name: "Mark as done" }).click();
  await app.getByRole("button", { name: "Reopen" }).waitFor();

  await desktop.visit("/app/claims");
  await app.getByRole("tab", { name: /^Done/ }).click();
  await app
    .getByRole("row", { name: new RegExp(placed.name) })
    .getByText("Refunds the items")
    .waitFor();
  await app.getByRole("row", { name: /^Fox shirt/ }).waitFor();
  await expectAccessible(desktop);
  const file = page.waitForEvent("download");
  await app.getByRole("button", { name: "Export" }).click();
  expect((await file).suggestedFilename()).toMatch(/^claims-.*\.csv$/);
  await app.getByLabel("Problem").selectOption({ label: "Lost in transit" });
  await app.getByText("No claims found").waitFor();

  for (const visitor of [desktop, phone])
    for (const path of ["/app/claims", `/app/orders/${placed.id}`]) {
      // From a page that is not the app's: within the app, nothing hydrates.
      await visitor.page.goto("about:blank");
      await visitor.visit(path);
      const frame = await visitor.appFrame();
      expect.soft(frame && (await vitalsOf(frame)).cls, path).toBeLessThanOrEqual(0.05);
    }

  await phone.visit("/app/claims");
  await phone.app.getByRole("link", { name: placed.name }).click();
  await phone.app.getByRole("button", { name: "Reopen" }).waitFor();
  await expectAccessible(phone);
});
