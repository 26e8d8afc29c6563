import { expect } from "vitest";
import type { Visitor } from "./visitor.testing.ts";

/** While the connection is lost, no request of the app's pages arrives: neither what a page sends nor what it loads. */
export async function withLostConnection({ page, browserErrors }: Visitor, act: () => Promise<void>): Promise<void> {
  await page.route(/\.data/, (route) => route.abort());
  await act();
  await page.unroute(/\.data/);
  // The browser reports each request that the test broke off.
  expect(browserErrors.splice(0).filter((error) => !/ERR_FAILED|Failed to fetch/.test(error))).toEqual([]);
}
