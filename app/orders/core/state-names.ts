import type { ShopSettings } from "../../settings/settings.ts";
import type { SubmissionState } from "./states.ts";

/** The state of a submission in a merchant's words, on pages, in extensions and in exported files. */
export const STATE_NAMES: Readonly<Record<SubmissionState, string>> = {
  waiting: "Waiting",
  ready: "Ready to send",
  submitting: "Sending",
  submitted: "Sent to print",
  rejected: "Rejected",
  uncertain: "Unconfirmed",
  in_production: "In production",
  shipped: "Shipped",
  fulfilled: "Fulfilled",
  cancelled: "Canceled",
};

/** Where an order is, as the list has its tabs. */
export type PrintStage = "attention" | "waiting" | "at_provider" | "shipped" | "fulfilled" | "cancelled";

/** The same in a merchant's words, on the tabs of the list and in the tags that orders have in Shopify. */
export const STAGE_NAMES: Readonly<Record<PrintStage, string>> = {
  attention: "Needs attention",
  waiting: "Waiting",
  at_provider: "At print service",
  shipped: "Shipped",
  fulfilled: "Fulfilled",
  cancelled: "Canceled",
};

export const PRINT_STAGES = Object.keys(STAGE_NAMES) as PrintStage[];

/** `Print: at print service`. The prefix tells the app's tags from all others. */
export const statusTag = ({ tagPrefix }: ShopSettings["inShopify"], stage: PrintStage): string =>
  `${tagPrefix} ${STAGE_NAMES[stage].toLowerCase()}`;
