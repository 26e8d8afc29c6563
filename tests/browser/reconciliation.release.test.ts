import { expect } from "vitest";
import { browserTest } from "./browser-test.testing.ts";
import { WIDTHS } from "./harness.testing.ts";
import { withLostConnection } from "./lost-connection.testing.ts";
import { shown } from "./visitor.testing.ts";

const test = browserTest();

test("a merchant compares the last days, and tries again when the print service's list cannot be read", async ({
  harness: { sandbox },
  desktop,
}) => {
  const { visit, app } = desktop;
  const printService = sandbox.printService ?? expect.unreachable();
  await visit("/app/reconciliation");
  const compared = app.getByRole("heading", { name: "Compared" });
  await compared.waitFor();
  const compare = app.getByRole("button", { name: "Compare", exact: true });
  await printService.post("faults", { endpoint: "list", effect: "server_error", times: 1 });
  await compare.click();
  await app.getByText("The print service's orders couldn't be read").waitFor();
  expect(await compared.count()).toBe(0);
  const tryAgain = app.getByRole("button", { name: "Try again" });
  await withLostConnection(desktop, async () => {
    await tryAgain.click();
    await app.getByText("Inkbridge couldn't be reached").waitFor();
  });
  await tryAgain.click();
  await compared.waitFor();
});

test("the differences stay while they cannot be compared again", async ({ desktop }) => {
  const { visit, app } = desktop;
  await visit("/app/reconciliation");
  const compared = app.getByRole("heading", { name: "Compared" });
  await compared.waitFor();
  const lost = app.getByText("Inkbridge couldn't be reached");
  await withLostConnection(desktop, async () => {
    await app.getByRole("button", { name: "Compare", exact: true }).click();
    await lost.waitFor();
    expect([await compared.count(), await app.getByRole("tab").count()]).toEqual([1, 4]);
  });
  await app.getByRole("button", { name: "Try again" }).click();
  await lost.waitFor({ state: "detached" });
  expect(await compared.count()).toBe(1);
});

test("the last tab opens on a phone with its differences in view", async ({ phone: { visit, app } }) => {
  await visit("/app/reconciliation?bucket=fulfilled_not_shipped");
  const tab = app.getByRole("tab", { name: "Fulfilled, not shipped", selected: true });
  const rightOf = async () => tab.evaluate((element) => element.getBoundingClientRect().right);
  await expect.poll(rightOf, shown).toBeLessThanOrEqual(WIDTHS.phone.width);
  expect((await app.getByRole("tabpanel").boundingBox())?.x).toBeGreaterThanOrEqual(0);
});

test("an export that does not reach the app blames nobody", async ({ desktop }) => {
  const { visit, app } = desktop;
  await visit("/app/reconciliation");
  await app.getByRole("heading", { name: "Compared" }).waitFor();
  await withLostConnection(
    desktop,
    async () => {
      await app.getByRole("button", { name: "Export" }).click();
      await app.getByRole("button", { name: "All differences (CSV)", exact: true }).click();
      const failed = app.getByText("The file couldn't be saved");
      await failed.waitFor();
      expect(await app.getByText("The print service's orders couldn't be read").count()).toBe(0);
    },
    /\/export/,
  );
});
