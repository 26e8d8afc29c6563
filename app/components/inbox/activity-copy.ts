import type { SavedViewPage, StaffActionKind } from "../../../prisma/client/client.ts";
import type { Activity } from "../../orders/pages/activity/activity.ts";
import type { ActivityArea } from "../../orders/pages/activity/activity-query.ts";
import type { SettingName } from "../../settings/settings.ts";
import { SETTING_NAMES } from "../common/copy.ts";
import { formatFullDateTime, pluralize } from "../common/format.ts";
import { historyMessage } from "../order-details/history-card.tsx";

export const ACTIVITY = {
  title: "Activity",
  subtitle: "What staff did in Inkbridge",
  back: "Inbox",
  person: "Staff",
  anyone: "Everyone",
  area: "Where",
  anything: "Everywhere",
  resource: { singular: "entry", plural: "entries" },
  headings: ["Time", "Staff", "What", "Order"],
  empty: { title: "No activity yet", hint: "What staff does with orders, mappings, and settings appears here." },
  noMatch: { title: "No entries found", hint: "Try changing the filters." },
  who: ({ name, userId }: Pick<Activity, "name" | "userId">) => name ?? (userId ? `Staff member ${userId}` : "Staff"),
};

export const AREA_LABELS: Readonly<Record<ActivityArea, string>> = {
  order: "Orders",
  mapping: "Mappings",
  settings: "Settings",
};

type Data = Activity["data"];

/** A setting that a later release no longer has keeps its own name. */
const changedNames = (names: readonly string[]): string =>
  names
    .map((name) =>
      name === "goLiveAt" ? "start date" : ((SETTING_NAMES[name as SettingName] as string | undefined) ?? name),
    )
    .join(", ");

const VIEW_PAGES: Readonly<Record<SavedViewPage, string>> = {
  orders: "orders list",
  inbox: "inbox",
  variants: "variants list",
};

/** Merchants know a webhook of the print service as its updates. */
const updates = ({ webhook }: Data): string => (webhook === "tracking" ? "tracking updates" : "status updates");

const count = (data: Data): number => Number(data["count"] ?? 1);

const MESSAGES: Readonly<Record<StaffActionKind, (data: Data, time: (iso: string) => string) => string>> = {
  settings_saved: ({ names = "" }) => `Changed settings: ${changedNames(names.split(" "))}.`,
  notifications_saved: () => "Changed who is notified.",
  sending_paused: ({ until }, time) =>
    until ? `Paused sending until ${time(until)}.` : "Paused sending until somebody resumes it.",
  sending_resumed: () => "Resumed sending.",
  account_connected: () => "Connected the print account.",
  account_move_prepared: () => "Signed in through another version of the print service's API, to compare its orders.",
  account_move_canceled: () => "Canceled the move to another version of the print service's API.",
  account_moved: () => "Moved to another version of the print service's API.",
  practice_connected: () => "Connected the practice account.",
  account_disconnected: () => "Disconnected the print account.",
  history_check_overridden: () => "Chose to send orders without checking the print service's list.",
  webhooks_registered: (data) => `Asked the print service to send ${updates(data)} to Inkbridge.`,
  webhooks_deactivated: (data) => `Asked the print service to stop sending ${updates(data)}.`,
  foreign_webhook_kept: (data) => `Kept the other address for ${updates(data)}.`,
  webhook_secret_rotated: () => "Rotated the access key of the print service's updates.",
  failed_webhooks_retried: (data) => `Retried ${pluralize(count(data), "failed update")}.`,
  failed_webhooks_dismissed: (data) => `Dismissed ${pluralize(count(data), "failed update")}.`,
  payments_retried: () => "Retried the payments that wait for the print account's balance.",
  data_request_sent: () => "Marked a customer's data request as sent.",
  view_saved: (data) => `Saved a view of the ${VIEW_PAGES[data["page"] as SavedViewPage]}.`,
  view_deleted: (data) => `Deleted a view of the ${VIEW_PAGES[data["page"] as SavedViewPage]}.`,
  permissions_saved: () => "Changed what staff may do.",
  store_code_created: () => "Created a code to link another store.",
  store_code_failed: () => "Entered a code for another store that was wrong or expired.",
  stores_linked: ({ store }) => `Linked this store with ${store}. Each shows the other's order counts.`,
  stores_unlinked: ({ store, by }) =>
    by === "other" ? `Staff of ${store} ended the link with this store.` : `Ended the link with ${store}.`,
  bill_used: (data) => `Used the amounts of a bill for ${pluralize(count(data), "print order")}.`,
  catalog_file_used: (data) => `Uploaded a catalog file with ${pluralize(count(data), "variant")}.`,
  catalog_file_removed: () => "Removed the catalog file.",
  catalog_trusted: () => "Said that the smaller catalog of the print service is right.",
  mappings_saved: (data) => `Saved ${pluralize(count(data), "mapping")}.`,
  mapping_removed: () => "Removed a mapping.",
  mappings_imported: () => "Imported mappings from a file.",
  variants_edited: () => "Changed several variants at once.",
  variants_edit_stopped: () => "Stopped a change of several variants.",
  never_printed: () => "Marked a product or variant as never printed.",
  printed_again: () => "Marked a product or variant as printed again.",
};

/** What was done, in a sentence: of an order, with the words of its page. On the server, for a browser needs few of all these words. */
export function activityText({ what, data }: Activity, timezone: string): string {
  if (what.area === "order") return historyMessage({ code: what.code, data, about: null, times: 1 });
  return MESSAGES[what.kind](data, (iso) => formatFullDateTime(iso, timezone));
}
