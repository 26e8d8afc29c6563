import type { StaffActionKind } from "../../../../prisma/client/client.ts";

/** What the list of activity is filtered by. */
export const ACTIVITY_AREAS = ["order", "mapping", "settings"] as const;
export type ActivityArea = (typeof ACTIVITY_AREAS)[number];

/** Where an action of staff outside the orders belongs. */
export const AREA_OF: Readonly<Record<StaffActionKind, Exclude<ActivityArea, "order">>> = {
  mappings_saved: "mapping",
  mapping_removed: "mapping",
  mappings_imported: "mapping",
  variants_edited: "mapping",
  variants_edit_stopped: "mapping",
  never_printed: "mapping",
  printed_again: "mapping",
  settings_saved: "settings",
  notifications_saved: "settings",
  sending_paused: "settings",
  sending_resumed: "settings",
  account_connected: "settings",
  account_move_prepared: "settings",
  account_move_canceled: "settings",
  account_moved: "settings",
  practice_connected: "settings",
  account_disconnected: "settings",
  history_check_overridden: "settings",
  webhooks_registered: "settings",
  webhooks_deactivated: "settings",
  foreign_webhook_kept: "settings",
  webhook_secret_rotated: "settings",
  failed_webhooks_retried: "settings",
  failed_webhooks_dismissed: "settings",
  payments_retried: "settings",
  data_request_sent: "settings",
  view_saved: "settings",
  view_deleted: "settings",
  permissions_saved: "settings",
  store_code_created: "settings",
  store_code_failed: "settings",
  stores_linked: "settings",
  stores_unlinked: "settings",
  bill_used: "settings",
  catalog_file_used: "settings",
  catalog_file_removed: "settings",
  catalog_trusted: "settings",
};

/** The filters of the page; null: all. */
export interface ActivityQuery {
  area: ActivityArea | null;
  /** Shopify's id of the user. */
  user: string | null;
  /** The cursor before the page; null: the first page. */
  after: string | null;
}

/** The query of the page's address. What cannot be read filters nothing. */
export function readActivityQuery(params: URLSearchParams): ActivityQuery {
  const user = params.get("user") ?? "";
  return {
    area: ACTIVITY_AREAS.find((area) => area === params.get("area")) ?? null,
    user: /^\d{1,20}$/.test(user) ? user : null,
    after: params.get("after")?.slice(0, 100) ?? null,
  };
}

/** The page's address for a query. */
export function writeActivityQuery(query: ActivityQuery): URLSearchParams {
  const given = Object.entries(query).filter(([, value]: [string, unknown]) => value !== null);
  return new URLSearchParams(given as [string, string][]);
}
