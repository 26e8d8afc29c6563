import { expect } from "vitest";
import type { Visitor } from "./visitor.testing.ts";

/** What a page sends and loads, and how it finds out whether the app can be reached. */
const LOST = /\.data|\/healthz/;

/** While the connection is lost, no request of the app's pages arrives, or none of these. */
export async function withLostConnection(
  { page, browserErrors }: Visitor,
  act: () => Promise<void>,
  lost = LOST,
): Promise<void> {
  await page.route(lost, (route) => route.abort());
  await act();
  await page.unroute(lost);
  // The browser reports each request that the test broke off.
  expect(browserErrors.splice(0).filter((error) => !/ERR_FAILED|Failed to fetch/.test(error))).toEqual([]);
}
