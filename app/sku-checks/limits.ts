import { HOUR_MS } from "../ports/clock.ts";

/** A SKU is checked while a mapped variant was ordered within so many days. */
export const SOLD_DAYS = 90;

/** Destinations that a night asks for, and the orders of an account, the newest, that say which. */
export const MAX_COUNTRIES = 2;
export const COUNTRY_ORDERS = 500;
/** A second country counts from this part of the orders on. */
export const MIN_COUNTRY_SHARE = 0.1;

/** SKUs in one request at most: the interface shows no limit. */
export const MAX_GROUP = 250;

/** Price requests of one turn: the next account has its turn, and the rest of the run goes on a minute later. */
export const CALLS_PER_STEP = 10;

/** Price requests of one night of an account. */
export const MAX_CALLS = 200;

/** SKUs that were rejected in another night or country are asked for alone, so many in one night and country. */
export const MAX_ALONE = 30;

/** After so many groups that are rejected without a rejected SKU, the night ends. */
export const MAX_INCONSISTENT = 4;

/** After so many rejected SKUs in a country, and none that is accepted, the night ends. */
export const MAX_UNCONFIRMED = 5;

/** Waits after failures, and how many tries there are before the night ends. */
export const RETRY = { retryMinMs: 60_000, retryMaxMs: HOUR_MS, tries: 8 } as const;

/** Events for Shopify Flow of one night and shop. */
export const MAX_EVENTS = 100;

/** How long pages show a changed cost. */
export const COST_CHANGE_DAYS = 14;
