import type { Permission } from "../../prisma/client/client.ts";
import type { Action } from "../orders/actions/actions.ts";
import type { BulkAction } from "../orders/actions/bulk-actions.ts";
import type { LineAction } from "../orders/actions/exclude-line.ts";
import { byApproval, type OrderAction } from "../orders/core/attention-registry.ts";
import { PERMISSIONS } from "../shops/permissions.ts";
import { readAnyJson } from "./read-request.server.ts";

/** The permission that an action needs; null: everyone who may open the app may do it. */
type Need = Permission | null;

/** An action whose need depends on a field of its body: `kinds` has every value of the field. */
interface ByKind {
  by: "intent" | "action" | "step" | "repair";
  kinds: Readonly<Record<string, Need | ByKind>>;
}

/** Whatever may have something printed, changes what is printed, or ends in nothing being printed, is an approval. */
export const ORDER_ACTIONS = {
  ...byApproval<Need>(() => "approve"),
  send_now: "approve",
  replace: "approve",
  withdraw_reprint: "approve",
  confirm_received: "approve",
  confirm_not_received: "approve",
  hold: null,
  acknowledge: null,
  retry_fulfillment: null,
  pay_at_provider: "pay",
  cancel_at_provider: "approve",
  look_up: null,
  refresh: null,
  print_fulfilled: "approve",
  send_ignored: "approve",
  save_address: null,
  resolve: "approve",
  exclude_line: "approve",
  include_line: "approve",
  mark_not_printed: "map",
} as const satisfies Record<Action | OrderAction | LineAction | "refresh", Need>;

/** Whether everyone may do something with an order or one of its print orders. */
export const isForEveryone = (action: string): boolean =>
  Object.entries<Need>(ORDER_ACTIONS).some(([name, need]) => name === action && need === null);

const BULK_ACTIONS = {
  approve: "approve",
  send_now: "approve",
  send_ignored: "approve",
  exclude: "approve",
  hold: null,
  acknowledge: null,
  retry_fulfillment: null,
  pay_at_provider: "pay",
  refresh: null,
} as const satisfies Record<BulkAction, Need>;

const byAction = (kinds: ByKind["kinds"]): ByKind => ({ by: "action", kinds });
const byIntent = (kinds: ByKind["kinds"]): ByKind => ({ by: "intent", kinds });
const VIEWS = { save_view: null, change_view: null, delete_view: null };

/** Every route with an action that staff calls, by its file's name. An action that is missing here needs every permission. */
export const ROUTE_PERMISSIONS: Readonly<Record<string, Need | ByKind>> = {
  "app._index": null,
  "app.api.extensions.orders": byAction(BULK_ACTIONS),
  "app.api.extensions.orders.$id": byAction(ORDER_ACTIONS),
  "app.api.extensions.variants.$id": byAction({ check: null }),
  "app.api.mappings": "map",
  "app.api.margin": null,
  "app.api.notifications": byIntent({ save: "settings", test: "settings", restart: "settings" }),
  "app.api.orders.$id": byAction(ORDER_ACTIONS),
  "app.api.print-account": "settings",
  "app.api.rules": byIntent({ save: "settings", try: null }),
  "app.api.settings": "settings",
  "app.catalog._index": byIntent({ copy: null, trust: "map", remove_file: "map", mend: "map" }),
  "app.catalog.file": "map",
  "app.claims.$id.photos": null,
  "app.data-requests._index": byAction({ mark_sent: null }),
  "app.diagnostics.run": null,
  "app.dry-run._index": byAction({ start: null, cancel: null, close_offer: null }),
  "app.failed-webhooks": byAction({ replay: null, dismiss: null }),
  "app.files_.upload": { by: "step", kinds: { begin: "map", create: "map", read: null } },
  "app.inbox": byIntent({ bulk: byAction(BULK_ACTIONS), assign: null, snooze: null, end_snooze: null, ...VIEWS }),
  "app.orders.$id": byAction(ORDER_ACTIONS),
  "app.orders.$id.changes": byIntent({ preview: null, save: "approve", keep: "approve", withdraw: "approve" }),
  "app.orders.$id.claims": byIntent({
    open: null,
    ask: null,
    close: null,
    reopen: null,
    answer: null,
    remove_photo: null,
  }),
  "app.orders.$id.reprint": { by: "step", kinds: { preview: null, send: "approve" } },
  "app.orders._index": byIntent({ bulk: byAction(BULK_ACTIONS), search: null, ...VIEWS }),
  "app.orders.review": byAction({ approve_personalization: "approve", print_without_details: "approve" }),
  "app.payments": "pay",
  "app.products.$id": byIntent({
    ...{ remove: "map", keep: "map", use_new_file: "map", move: "map", mark_not_printed: "map", mark_printed: "map" },
    check_sku: null,
  }),
  "app.products.$id_.prices": "settings",
  "app.products.$id_.texts": byIntent({ draw: null, save: "map", remove: "map" }),
  "app.products.import": byIntent({ save: "map", discard: "map" }),
  "app.products.import_.file": "map",
  "app.products.mappings": "map",
  "app.products.metafields": null,
  "app.products.variants": byIntent(VIEWS),
  "app.products.variants_.edit": byIntent({
    begin: "map",
    stop: "map",
    combinations: null,
    preview: null,
    dismiss: null,
  }),
  "app.quote": null,
  "app.reconciliation._index": {
    by: "repair",
    kinds: { look_up: null, refresh: null, add_order: null, dismiss: null },
  },
  "app.reconciliation.compare": null,
  "app.reports_.bill_.check": null,
  "app.reports_.bill_.use": "settings",
  "app.sending": byAction({ pause: "approve", resume: "approve" }),
  "app.settings_.$page": "settings",
  "app.settings_.account": byAction({
    ...{ save: "settings", connect: "settings", connect_token: "settings", use_practice: "settings" },
    ...{ disconnect: "settings", override_history_check: "settings", test: null },
    ...{ move: "settings", compare_again: "settings", cancel_move: "settings" },
  }),
  "app.settings_.rates": byAction({ save: "settings", check: null, try: null }),
  "app.settings_.staff": "settings",
  "app.stores": byIntent({ create_code: "settings", enter_code: "settings", end_link: "settings" }),
  "app.webhooks.status": byAction({
    ...{ register: "settings", keep: "settings", switch: "settings", rotate: "settings" },
    ...{ test: null, rematch: null },
  }),
};

/** The segments of a route's address; `$…` stands for any one. */
const segmentsOf = (route: string): string[] =>
  route
    .split(".")
    .filter((segment) => segment !== "_index")
    .map((segment) => segment.replace(/_$/, ""));

const isParameter = (segment: string): boolean => segment.startsWith("$");

/** The more of its segments are fixed, the earlier: `orders/review` is no order. */
const ROUTES = Object.keys(ROUTE_PERMISSIONS)
  .map((route) => ({ route, segments: segmentsOf(route) }))
  .toSorted((a, b) => a.segments.filter(isParameter).length - b.segments.filter(isParameter).length);

/** The route whose action answers at an address, as Remix finds it: any case, and percent-encoded or not. */
export function routeAt(pathname: string): string | undefined {
  let asked: string[];
  try {
    asked = pathname
      .split("/")
      .filter(Boolean)
      .map((segment) => decodeURIComponent(segment).toLowerCase());
  } catch {
    return undefined;
  }
  const fits = ({ segments }: (typeof ROUTES)[number]) =>
    segments.length === asked.length && segments.every((one, at) => isParameter(one) || one === asked[at]);
  return ROUTES.find(fits)?.route;
}

/** The permissions that a request needs which is no GET. All of them where nothing is known of it. */
export async function neededPermissions(request: Request): Promise<readonly Permission[]> {
  const route = routeAt(new URL(request.url).pathname);
  const need = route === undefined ? undefined : ROUTE_PERMISSIONS[route];
  if (need === undefined) return PERMISSIONS;
  if (need === null || typeof need === "string") return need === null ? [] : [need];
  return needOf(need, await readAnyJson(request.clone()));
}

function needOf({ by, kinds }: ByKind, body: unknown): readonly Permission[] {
  const kind: unknown = typeof body === "object" && body !== null ? (body as Record<string, unknown>)[by] : undefined;
  const need = typeof kind === "string" && Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  if (need === undefined) return PERMISSIONS;
  if (need === null) return [];
  return typeof need === "string" ? [need] : needOf(need, body);
}
