import { expect } from "vitest";
import { browserTest } from "./browser-test.testing.ts";

const test = browserTest();
const shown = { timeout: 30_000 };

test("a merchant compares the last days, and tries again when the print service's list cannot be read", async ({
  harness: { sandbox },
  desktop: { visit, app },
}) => {
  const printService = sandbox.printService ?? expect.unreachable();
  await visit("/app/reconciliation");
  const compared = app.getByRole("heading", { name: "Compared" });
  await compared.waitFor(shown);
  const compare = app.getByRole("button", { name: "Compare", exact: true });
  await printService.post("faults", { endpoint: "list", effect: "server_error", times: 1 });
  await compare.click();
  await app.getByText("The print service's orders couldn't be read").waitFor(shown);
  expect(await compared.count()).toBe(0);
  await app.getByRole("button", { name: "Try again" }).click();
  await compared.waitFor(shown);
});
