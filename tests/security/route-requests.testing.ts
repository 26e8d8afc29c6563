import { TOPICS } from "../../app/orders/core/topics.ts";
import { ACTIONS } from "../../app/orders/actions/actions.ts";
import { REVIEW_APPROVALS } from "../../app/orders/actions/review-approvals.ts";
import { BULK_ACTIONS } from "../../app/orders/actions/bulk-actions.ts";
import { checkoutRatesSettings } from "../../app/settings/checkout-rates.ts";
import { ratesToDraft } from "../../app/settings-page/checkout-rates-draft.ts";
import { LINE_ACTIONS } from "../../app/orders/actions/exclude-line.ts";

/** What belongs to one shop, and another one may name but never see or change. */
export interface Ids {
  /** Shopify's number of an order, and our id. */
  orderNumber: string;
  orderId: string;
  submissionId: string;
  lineId: string;
  /** Saved views of the orders page and of the variants page. */
  viewId: string;
  variantsViewId: string;
  inboxViewId: string;
  dryRunId: string;
  /** A checked import of mappings. */
  importId: string;
  /** A product of the catalog of the shop's print account. */
  catalogProductId: string;
  /** A bulk edit that is done. */
  bulkEditId: string;
  productNumber: string;
  variantNumber: string;
  unmatchedId: string;
  /** A customer's data request. */
  dataRequestId: string;
  /** An entry of the access log. */
  accessId: string;
  /** A dead letter. */
  deliveryId: string;
  /** An email address that is told what needs attention. */
  channelId: string;
  /** A claim about the order, and its photo. */
  claimId: string;
  photoId: string;
  /** An artwork link. */
  artwork: string;
  /** First and last day of the reconciliation, YYYY-MM-DD. */
  from: string;
  to: string;
}

/** One request that names things of a shop. */
export interface RouteRequest {
  /** File in app/routes without its ending. */
  route: string;
  kind: "loader" | "action";
  method: "GET" | "POST" | "DELETE";
  path: string;
  body?: unknown;
  /** What its owner may hear. */
  owner: readonly number[];
  /** What another shop may hear, besides an answer that knows nothing of it. */
  other: readonly number[];
  /** In the answer of another shop. */
  expectedText?: string;
  /** The answer holds something of the shop when the owner asks: what another one must not see is there to be seen. */
  marker?: string;
}

/** The texts and ids that mark the data of the owning shop. */
export interface Markers {
  reference: string;
  address: string;
  view: string;
  dryRun: string;
  note: string;
  unmatched: string;
  account: string;
  setting: string;
  /** The name of a rule. */
  rule: string;
  property: string;
  problem: string;
  listed: string;
  channel: string;
  photo: string;
  catalog: string;
}

const OK = [200] as const;
const NOT_FOUND = [404] as const;
/** Asked about one's own things only, so anybody may. */
const OWN = { owner: OK, other: OK } as const;
const NOBODY_CHOSEN = { approve: null, map: null, pay: null, settings: null };
const ALL_OFF = Object.fromEntries(TOPICS.map((topic) => [topic, "off"]));
const ACTION_STATUSES = [200, 409] as const;

/**
 * A request to every loader and action of the app that names things of the shop with these ids: pages by the address that
 * the browser asks for their data. A new route needs a line here; a test fails until then.
 */
export function requestsAbout(ids: Ids, markers: Markers): RouteRequest[] {
  const load = (route: string, path: string, more: Partial<RouteRequest> = {}): RouteRequest => ({
    ...{ route, kind: "loader", method: "GET", path },
    ...OWN,
    ...more,
  });
  const action = (route: string, path: string, body: unknown, more: Partial<RouteRequest> = {}): RouteRequest => ({
    ...{ route, kind: "action", method: "POST", path, body },
    ...OWN,
    ...more,
  });
  const viewChanges = (route: string, path: string, id: string): RouteRequest[] => [
    action(route, path, { intent: "change_view", id, name: "Taken" }, { other: [409], expectedText: "not_found" }),
    action(
      route,
      path,
      { intent: "save_view", name: "A new one", query: "" },
      { owner: [200, 202, 409], other: [200, 202] },
    ),
    action(route, path, { intent: "delete_view", id }, { owner: [200, 202], other: [200, 202] }),
  ];
  const gid = `gid://shopify/ProductVariant/${ids.variantNumber}`;
  const keep = { kind: "keep" };
  const productGid = `gid://shopify/Product/${ids.productNumber}`;
  const order = `/app/orders/${ids.orderNumber}`;
  const extension = "/app/api/extensions/orders";
  const variant = `/app/api/extensions/variants/${ids.variantNumber}`;
  const days = `from=${ids.from}&to=${ids.to}`;
  const range = { from: ids.from, to: ids.to };
  const { submissionId, viewId: id } = ids;
  const theirs = { other: NOT_FOUND } as const;
  const repairs = [
    { repair: "look_up", submissionId },
    { repair: "refresh", submissionIds: [submissionId], range },
    { repair: "dismiss", submissionId, why: "no_tracking", serviceOrderId: null },
  ];
  const row = { variantGid: gid, itemSku: "STOLEN", artworkFront: "", artworkBack: "", mockup: "", note: "" };
  return [
    load("app", "/app.data"),
    load("app._index", "/app.data"),
    load("app.orders._index", "/app/orders.data?search=1001", { marker: ids.orderId }),
    load("app.orders._index", `/app/orders.data?saved=${id}`, { marker: markers.view }),
    load("app.inbox", "/app/inbox.data"),
    load("app.activity", "/app/activity.data"),
    load("app.reports", `/app/reports.data?${days}&by=variant`),
    load("app.reports_.export", `/app/reports/export?${days}&of=print_orders&format=csv`),
    load("app.reports_.bill", "/app/reports/bill.data"),
    load("app.orders.choices", "/app/orders/choices.data?filter=product", { marker: ids.productNumber }),
    load("app.orders.export", "/app/orders/export", { marker: ids.orderNumber }),
    load("app.orders.review", `/app/orders/review.data?order=${ids.orderNumber}`),
    load("app.orders.$id.review", `${order}/review.data`, { ...theirs, marker: markers.address }),
    load("app.orders.$id", `${order}.data`, { ...theirs, marker: markers.address }),
    load("app.orders.$id.changes", `${order}/changes.data`, theirs),
    action(
      "app.orders.$id.changes",
      `${order}/changes.data`,
      { intent: "preview", lineId: ids.lineId, values: { note: "x" }, reason: "x", saveAddress: false },
      { owner: ACTION_STATUSES, other: NOT_FOUND },
    ),
    load("app.orders.$id.price", `${order}/price.data?submission=${submissionId}`, theirs),
    load("app.orders.$id.neighbors", `${order}/neighbors.data`, theirs),
    load("app.orders.$id.neighbors", `${order}/neighbors.data?list=inbox`, theirs),
    load("app.orders.$id.personalization", `${order}/personalization.data`, { ...theirs, marker: markers.property }),
    load("app.orders.$id_.differences", `${order}/differences.data`, { ...theirs, marker: markers.address }),
    load("app.orders.$id.recipient", `${order}/recipient.data`, { ...theirs, marker: markers.address }),
    load("app.api.orders.$id", `/app/api/orders/${ids.orderNumber}`, { ...theirs, marker: markers.reference }),
    load("app.claims._index", "/app/claims.data", { marker: ids.claimId }),
    load("app.claims.export", "/app/claims/export", { marker: markers.reference }),
    load("app.claims.$id.photos", `/app/claims/${ids.claimId}/photos?photo=${ids.photoId}`, {
      ...theirs,
      marker: markers.photo,
    }),
    load("app.products._index", "/app/products.data", { marker: ids.productNumber }),
    load("app.products._index", "/app/products.data?tab=waiting"),
    load("app.products.$id", `/app/products/${ids.productNumber}.data`, { ...theirs, marker: markers.note }),
    load("app.products.$id_.mappings", `/app/products/${ids.productNumber}/mappings`, { marker: markers.note }),
    load(
      "app.products.$id_.prices",
      `/app/products/${ids.productNumber}/prices?targetMarginPercent=40&ending=none&shipping=included`,
      { marker: ids.variantNumber },
    ),
    load("app.products.$id_.texts", `/app/products/${ids.productNumber}/texts`, { marker: ids.artwork }),
    load("app.products.variants", "/app/products/variants.data", { marker: ids.variantNumber }),
    load("app.products.variants", `/app/products/variants.data?saved=${ids.variantsViewId}`, { marker: markers.view }),
    load("app.products.variants_.edit", "/app/products/variants/edit", { marker: ids.bulkEditId }),
    load("app.products.export", "/app/products/export?variants=all", { marker: markers.note }),
    load("app.files", "/app/files"),
    load("app.products.skus", "/app/products/skus?near=T"),
    load("app.products.areas", "/app/products/areas?sku=T"),
    load("app.catalog._index", "/app/catalog.data", { marker: markers.catalog }),
    load("app.catalog.$id", `/app/catalog/${ids.catalogProductId}.data`, { ...theirs, marker: markers.catalog }),
    load("app.catalog.file", "/app/catalog/file"),
    load("app.products.catalog", "/app/products/catalog?in_use=1&query=T"),
    load("app.products.import", "/app/products/import", { marker: ids.importId }),
    load("app.products.import_.changes", "/app/products/import/changes", theirs),
    load("app.products.import_.problems", "/app/products/import/problems", { ...theirs, marker: markers.problem }),
    load("app.quote", "/app/quote.data?sku=TEE-BLACK-M&qty=1&country=US&province=OR"),
    load("app.reconciliation._index", `/app/reconciliation.data?${days}`),
    load("app.reconciliation.compare", `/app/reconciliation/compare.data?${days}`, { marker: markers.listed }),
    load("app.reconciliation.export", `/app/reconciliation/export?${days}`, { other: [503], marker: markers.listed }),
    load("app.dry-run._index", "/app/dry-run.data", { marker: ids.dryRunId }),
    load("app.dry-run.export", "/app/dry-run/export", { other: NOT_FOUND, marker: markers.dryRun }),
    load("app.diagnostics._index", "/app/diagnostics.data"),
    load("app.webhooks", `/app/webhooks.data?before=${ids.unmatchedId}`, { marker: markers.unmatched }),
    load("app.webhooks.status", "/app/webhooks/status.data"),
    load("app.failed-webhooks", "/app/failed-webhooks.data", { marker: ids.deliveryId }),
    load("app.privacy", "/app/privacy.data"),
    load("app.access-log", "/app/access-log.data?order=1001", { marker: ids.accessId }),
    load("app.data-requests._index", "/app/data-requests.data", { marker: ids.dataRequestId }),
    load("app.data-requests.export", `/app/data-requests/export?id=${ids.dataRequestId}&format=json`, {
      ...theirs,
      marker: markers.address,
    }),
    load("app.settings", "/app/settings.data", { marker: markers.account }),
    load("app.settings_.$page", "/app/settings/personalization.data", { marker: markers.setting }),
    load("app.settings_.rates", "/app/settings/rates.data", { marker: markers.setting }),
    load("app.settings_.account", "/app/settings/account.data", { marker: markers.account }),
    load("app.settings_.rules", "/app/settings/rules.data", { marker: markers.rule }),
    load("app.settings_.staff", "/app/settings/staff.data"),
    load("app.stores", "/app/stores.data"),
    load("app.settings_.notifications", "/app/settings/notifications.data", { marker: markers.channel }),
    load("app.artwork", `/app/artwork?link=${encodeURIComponent(ids.artwork)}`),
    load("app.artwork", `/app/artwork?submission=${submissionId}&item=0&side=front`, { expectedText: "no_preview" }),
    load("app.api.extensions.orders.$id", `${extension}/${ids.orderNumber}`),
    load("app.api.extensions.orders.$id.applies", `${extension}/${ids.orderNumber}/applies`),
    load("app.api.extensions.orders.$id.money", `${extension}/${ids.orderNumber}/money?submission=${submissionId}`),
    load("app.api.extensions.orders", extension, { owner: [405], other: [405] }),
    load("app.api.extensions.variants.$id", variant, { marker: markers.note }),
    load("app.api.extensions.variants.$id.quote", `${variant}/quote`, theirs),
    load("app.api.extensions.variants.$id.picture", `${variant}/picture?side=front`, theirs),

    ...Object.keys(ACTIONS).map((name) =>
      action("app.api.extensions.orders.$id", `${extension}/${ids.orderNumber}`, { action: name, submissionId }),
    ),
    action("app.api.extensions.orders.$id", `${extension}/${ids.orderNumber}`, { action: "refresh" }),
    action("app.api.extensions.variants.$id", variant, { action: "check" }, theirs),
    ...BULK_ACTIONS.map((name) =>
      action("app.api.extensions.orders", extension, {
        action: name,
        orders: [`gid://shopify/Order/${ids.orderNumber}`],
      }),
    ),
    ...Object.keys(ACTIONS).map((name) =>
      action(
        "app.orders.$id",
        `${order}.data`,
        { action: name, submissionId },
        { owner: ACTION_STATUSES, other: [404, 409] },
      ),
    ),
    ...REVIEW_APPROVALS.map((name) =>
      action(
        "app.orders.review",
        "/app/orders/review.data",
        { action: name, reviews: [{ submissionId, seen: [] }] },
        { expectedText: "not_found" },
      ),
    ),
    action("app.orders.$id", `${order}.data`, { action: "refresh" }, theirs),
    action(
      "app.orders.$id.reprint",
      `${order}/reprint.data`,
      { step: "preview", lines: [{ lineId: ids.lineId, quantity: 1 }] },
      { owner: ACTION_STATUSES, other: [404] },
    ),
    action(
      "app.orders.$id.reprint",
      `${order}/reprint.data`,
      {
        step: "send",
        lines: [{ lineId: ids.lineId, quantity: 1 }],
        request: "5f2d1c1e-6a0f-4b7e-9a43-2f6a3f0a7c11",
        reason: "damaged",
        preview: "",
        reprintAgain: false,
      },
      { owner: ACTION_STATUSES, other: [404] },
    ),
    action(
      "app.orders.$id.claims",
      `${order}/claims.data`,
      {
        ...{ intent: "open", request: "5f2d1c1e-6a0f-4b7e-9a43-2f6a3f0a7c12", submissionId, trackingNumber: null },
        ...{ kind: "lost", lines: [{ lineId: ids.lineId, quantity: 1 }], description: "x" },
      },
      { owner: ACTION_STATUSES, ...theirs },
    ),
    ...["ask", "close", "reopen", "answer", "remove_photo"].map((intent) =>
      action(
        "app.orders.$id.claims",
        `${order}/claims.data`,
        { intent, claimId: ids.claimId, version: 9, photoId: ids.photoId, answer: "refund", answerText: "x" },
        { owner: ACTION_STATUSES, ...theirs },
      ),
    ),
    action("app.settings_.staff", "/app/settings/staff.data", { wanted: NOBODY_CHOSEN, seen: NOBODY_CHOSEN }),
    action("app.stores", "/app/stores.data", { intent: "create_code" }),
    action("app.stores", "/app/stores.data", { intent: "enter_code", code: "0000-0000-0000" }),
    action("app.stores", "/app/stores.data", { intent: "end_link", id: submissionId }),
    action("app.claims.$id.photos", `/app/claims/${ids.claimId}/photos`, {}, { expectedText: "not_found" }),
    ...Object.keys(LINE_ACTIONS).map((name) =>
      action(
        "app.orders.$id",
        `${order}.data`,
        { action: name, lineId: ids.lineId },
        { owner: ACTION_STATUSES, other: [404], expectedText: "not_found" },
      ),
    ),
    ...Object.keys(ACTIONS).map((name) =>
      action(
        "app.api.orders.$id",
        `/app/api/orders/${ids.orderNumber}`,
        { action: name, submissionId },
        { owner: ACTION_STATUSES, other: [404, 409] },
      ),
    ),
    ...BULK_ACTIONS.map((name) =>
      action(
        "app.orders._index",
        "/app/orders.data?index",
        { intent: "bulk", action: name, orderIds: [ids.orderId] },
        { expectedText: "not_found" },
      ),
    ),
    action(
      "app.inbox",
      "/app/inbox.data",
      { intent: "bulk", action: "acknowledge", orderIds: [ids.orderId] },
      { expectedText: "not_found" },
    ),
    ...[
      { intent: "assign", orderIds: [ids.orderId], to: null },
      { intent: "end_snooze", orderIds: [ids.orderId] },
      {
        intent: "snooze",
        orders: [{ orderId: ids.orderId, reasonIds: [ids.orderId] }],
        until: "2099-01-01T09:00",
        reason: "other",
      },
    ].map((body) => action("app.inbox", "/app/inbox.data", body, { expectedText: '"changed"' })),
    ...viewChanges("app.inbox", "/app/inbox.data", ids.inboxViewId),
    ...viewChanges("app.orders._index", "/app/orders.data?index", id),
    ...viewChanges("app.products.variants", "/app/products/variants.data", ids.variantsViewId),
    ...repairs.map((body) =>
      action("app.reconciliation._index", "/app/reconciliation.data?index", body, { expectedText: "not_found" }),
    ),
    action(
      "app.reconciliation._index",
      "/app/reconciliation.data?index",
      { repair: "add_order", reference: markers.reference, range },
      { expectedText: "invalid_state" },
    ),
    action("app.reconciliation.compare", "/app/reconciliation/compare.data?from=2026-01-01&to=2026-01-02", {}),
    action("app.products.mappings", "/app/products/mappings", {
      rows: [{ ...row, productGid, requiredSides: [], saveAnyway: true, shown: { mapping: null, notPrinted: false } }],
    }),
    action(
      "app.files_.upload",
      "/app/files/upload",
      { step: "begin", name: "fox.png", type: "image/png", bytes: 1 },
      { expectedText: "not_allowed" },
    ),
    action("app.files_.upload", "/app/files/upload", { step: "read", gid: "gid://shopify/MediaImage/1" }),
    action(
      "app.products.metafields",
      "/app/products/metafields",
      { name: "custom.front", variants: [{ variantGid: gid, productGid }] },
      { expectedText: "absent" },
    ),
    action("app.products.$id_.prices", `/app/products/${ids.productNumber}/prices`, {
      sellingPrices: { targetMarginPercent: "40", ending: "none", shipping: "included" },
    }),
    action("app.products.$id_.texts", `/app/products/${ids.productNumber}/texts`, { intent: "remove", side: "back" }),
    action("app.products.$id", `/app/products/${ids.productNumber}.data`, { intent: "remove", variantGid: gid }),
    action(
      "app.products.$id",
      `/app/products/${ids.productNumber}.data`,
      { intent: "keep", variantGid: gid, factsHash: "x" },
      { expectedText: "changed_again" },
    ),
    action(
      "app.products.$id",
      `/app/products/${ids.productNumber}.data`,
      { intent: "move", variantGid: gid },
      { expectedText: "changed_again" },
    ),
    action("app.products.$id", `/app/products/${ids.productNumber}.data`, {
      intent: "check_sku",
      itemSku: "TEE-BLACK-M",
    }),
    ...["stop", "dismiss"].map((intent) =>
      action("app.products.variants_.edit", "/app/products/variants/edit", { intent, id: ids.bulkEditId }),
    ),
    action(
      "app.products.variants_.edit",
      "/app/products/variants/edit",
      { intent: "begin", action: { kind: "remove_mapping" }, selection: { variantGids: [gid] }, saveAnyway: true },
      { expectedText: "empty" },
    ),
    ...[
      { intent: "combinations" },
      { intent: "preview", rule: { itemSku: keep, artworkFront: keep, artworkBack: keep } },
    ].map((body) =>
      action("app.products.variants_.edit", "/app/products/variants/edit", {
        ...body,
        selection: { variantGids: [gid] },
      }),
    ),
    action("app.catalog.file", "/app/catalog/file", {}, { owner: [422], other: [422] }),
    ...["copy", "trust", "remove_file"].map((intent) => action("app.catalog._index", "/app/catalog.data", { intent })),
    action("app.catalog._index", "/app/catalog.data", { intent: "mend", itemSku: "STOLEN" }),
    action("app.products.import_.file", "/app/products/import/file", {}, { owner: [422, 409], other: [422] }),
    action("app.reports_.bill_.check", "/app/reports/bill/check", {}),
    action("app.reports_.bill_.use", "/app/reports/bill/use?seen=x", {}, { owner: [422], other: [422] }),
    ...["save", "discard"].map((intent) =>
      action(
        "app.products.import",
        "/app/products/import",
        { intent, id: ids.importId, ...(intent === "save" && { withProblems: true }) },
        { expectedText: "blocked" },
      ),
    ),
    action("app.api.mappings", "/app/api/mappings", [{ productGid, variantGid: gid, itemSku: "STOLEN" }]),
    action("app.api.settings", "/app/api/settings", { approval: "manual" }),
    action("app.sending", "/app/sending.data", { action: "pause", until: null }),
    action("app.sending", "/app/sending.data", { action: "resume" }),
    load("app.payments", `/app/payments.data?orders=${ids.orderId}`),
    action("app.payments", "/app/payments.data", { action: "retry" }),
    ...(["sending", "account"] as const).map((page) =>
      action(page === "account" ? "app.settings_.account" : "app.settings_.$page", `/app/settings/${page}.data`, {
        action: "save",
        draft: page === "account" ? { printServiceEmail: "" } : { approval: "manual" },
        confirmed: [],
      }),
    ),
    action("app.quote", "/app/quote.data?sku=TEE-BLACK-M&qty=1&country=US&province=OR", {}),
    ...["replay", "dismiss"].map((name) =>
      action("app.failed-webhooks", "/app/failed-webhooks.data", { action: name, ids: [ids.deliveryId] }),
    ),
    action(
      "app.data-requests._index",
      "/app/data-requests.data?index",
      { action: "mark_sent", id: ids.dataRequestId },
      { expectedText: "unchanged" },
    ),
    action("app.diagnostics.run", "/app/diagnostics/run.data", {}),
    action("app.dry-run._index", "/app/dry-run.data?index", { action: "cancel", id: ids.dryRunId }),
    action("app._index", "/app.data?index", {}, { owner: ACTION_STATUSES, other: ACTION_STATUSES }),
    ...["keep", "register", "switch", "test"].map((name) =>
      action("app.webhooks.status", "/app/webhooks/status.data", {
        action: name,
        kind: "tracking",
        ...(name === "switch" && { active: false }),
      }),
    ),
    ...["rotate", "rematch"].map((name) =>
      action("app.webhooks.status", "/app/webhooks/status.data", { action: name }),
    ),
    ...["test", "restart"].map((intent) =>
      action("app.api.notifications", "/app/api/notifications", { intent, id: ids.channelId }),
    ),
    action("app.api.notifications", "/app/api/notifications", {
      ...{ intent: "save", added: [], removed: [ids.channelId] },
      changed: [{ id: ids.channelId, timings: ALL_OFF, digestTime: "09:00" }],
    }),
    action("app.api.margin", "/app/api/margin", { draft: { minimumMarginPercent: "40" } }),
    action("app.api.rules", "/app/api/rules", { intent: "try", rules: [RULE], at: 0 }),
    // The page of somebody who sees no rules.
    action("app.api.rules", "/app/api/rules", { intent: "save", rules: [], seen: [] }, { owner: [409] }),
    action("app.settings_.rates", "/app/settings/rates.data", { action: "check" }),
    action("app.settings_.rates", "/app/settings/rates.data", {
      ...{ action: "try", draft: { checkoutRates: RATES }, variantGid: gid },
      ...{ quantity: 1, countryCode: "US", withOthers: false },
    }),
    action("app.settings_.rates", "/app/settings/rates.data", {
      ...{ action: "save", draft: { checkoutRates: RATES }, confirmed: [] },
    }),
    action("app.settings_.account", "/app/settings/account.data", { action: "test" }),
    action("app.settings_.account", "/app/settings/account.data", { action: "use_practice" }),
    action("app.settings_.account", "/app/settings/account.data", { action: "override_history_check" }),
    action("app.settings_.account", "/app/settings/account.data", { action: "disconnect" }),
    action("app.api.print-account", "/app/api/print-account", undefined, { method: "DELETE" }),
  ];
}

const RATES = ratesToDraft(checkoutRatesSettings.parse({}));

const RULE = {
  ...{ id: "0c2f6f0e-6a5e-4c3f-9d0e-2f6f0e6a5e4c", name: "All", on: true, match: "all", action: { do: "hold" } },
  conditions: [{ of: "quantity", not: false, atLeast: "1" }],
};

/** Routes for everybody: they say nothing of any shop. */
export const PUBLIC_ROUTES = [
  "_index",
  "app.$",
  "auth.$",
  "auth.login",
  "practice-tracking",
  "notifications.stop.$token",
  // Signed for one picture of a shop (app/artwork/preview-link.test.ts).
  "artwork.preview",
];
