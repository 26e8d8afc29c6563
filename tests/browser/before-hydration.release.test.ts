import { expect } from "vitest";
import { browserTest } from "./browser-test.testing.ts";
import type { Visitor } from "./visitor.testing.ts";

const test = browserTest();
const SCRIPTS = /\/assets\/.*\.js/;

/** Opens a page whose scripts are under way: it is shown, and has not hydrated. The returned function lets them arrive. */
async function openWithoutScripts({ page }: Visitor, address: string): Promise<() => void> {
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>();
  await page.route(SCRIPTS, async (route) => {
    await arrival;
    await route.continue();
  });
  await page.goto(address, { waitUntil: "commit" });
  return arrive;
}

test("a link that is clicked before the page has hydrated opens its page in the frame", async ({
  harness,
  desktop,
}) => {
  const { app, page } = desktop;
  const letScriptsArrive = await openWithoutScripts(desktop, harness.appAddress("/app/products"));
  await app.getByRole("link", { name: "Fox shirt" }).click();
  await app.getByRole("heading", { name: "Fox shirt" }).waitFor();
  letScriptsArrive();
  await desktop.settle();
  expect(page.url()).toMatch(/\/app\/products\/\d+$/);
});

test("a page that the browser loads again comes back into the frame, also after others were opened in it", async ({
  desktop,
}) => {
  const { app } = desktop;
  await desktop.visit("/app/products");
  await app.getByRole("link", { name: "Fox shirt" }).click();
  await app.getByRole("heading", { name: "Fox shirt" }).waitFor();
  await desktop.settle();
  const frame = (await desktop.appFrame()) ?? expect.unreachable();
  // As Remix does where a script of an earlier release is gone.
  await Promise.all([frame.waitForNavigation(), frame.evaluate(() => void setTimeout(() => location.reload()))]);
  await app.getByRole("heading", { name: "Fox shirt" }).waitFor();
});

test("a form takes nothing before the page has hydrated, and loses nothing", async ({ harness, desktop }) => {
  const { app } = desktop;
  const letScriptsArrive = await openWithoutScripts(desktop, harness.appAddress("/app/quote"));
  const quantity = app.getByLabel("Quantity", { exact: true });
  await quantity.waitFor();
  const isUsable = () => quantity.evaluate((field: HTMLElement) => (field.focus(), document.activeElement === field));
  expect(await isUsable()).toBe(false);
  letScriptsArrive();
  await quantity.fill("7");
  await app.getByRole("button", { name: "Add item" }).click();
  expect(await quantity.first().inputValue()).toBe("7");
});
