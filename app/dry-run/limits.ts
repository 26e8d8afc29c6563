import { DAY_MS, MINUTE_MS } from "../ports/clock.ts";

/** How far back a dry run looks. */
export const DRY_RUN_DAYS = 30;

/** Orders of one dry run, the newest: at the pace below the last one is checked after some 90 minutes. */
export const MAX_ORDERS = 10_000;

/**
 * Orders of one step. A step every 5 s leaves Shopify's rate limit, 100 points each second, mostly to the orders that are
 * really to be sent.
 */
export const ORDERS_PER_STEP = 10;

/** Baskets that one dry run prices, each with one quote at most. */
export const MAX_QUOTES = 1_000;

/** After so many quotes without an answer, one after the other, a dry run asks for no more. */
export const MAX_QUOTE_FAILURES = 5;

/** A quote of the last day will do: catalog prices change seldom. */
export const QUOTE_MAX_AGE_MS = DAY_MS;

/** Waits after failures, and how many tries there are before the dry run has failed. */
export const RETRY = { retryMinMs: 10_000, retryMaxMs: 5 * MINUTE_MS, tries: 20 } as const;
