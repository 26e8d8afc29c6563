import { ACTS } from "../../app/orders/actions/actions.ts";
import { BULK_ACTS } from "../../app/orders/actions/bulk-actions.ts";
import { LINE_ACTS } from "../../app/orders/actions/exclude-line.ts";

/** What belongs to one shop, and another one may name but never see or change. */
export interface Ids {
  /** Shopify's number of an order, and our id. */
  orderNumber: string;
  orderId: string;
  submissionId: string;
  lineId: string;
  viewId: string;
  productNumber: string;
  variantNumber: string;
  unmatchedId: string;
  /** A message that was set aside. */
  deliveryId: string;
  /** An artwork link. */
  artwork: string;
  /** First and last day of the ledger, YYYY-MM-DD. */
  from: string;
  to: string;
}

/** One request that names things of a shop. */
export interface Ask {
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
  says?: string;
  /** The answer holds something of the shop when the owner asks: what another one must not see is there to be seen. */
  shows?: string;
}

/** What the markers of the owner's data are called, see `plant`. */
export interface Marks {
  reference: string;
  address: string;
  view: string;
  note: string;
  unmatched: string;
  account: string;
  setting: string;
  property: string;
}

const SEEN = [200] as const;
const NOT_THERE = [404] as const;
/** Asked about one's own things only, so anybody may. */
const OWN = { owner: SEEN, other: SEEN } as const;
const ACTED = [200, 409] as const;

/**
 * A request to every loader and action of the app that names things of the shop with these ids: pages by the address that
 * the browser asks for their data. Whoever adds a route adds a line here; a test fails until then.
 */
export function asksAbout(ids: Ids, marks: Marks): Ask[] {
  const load = (route: string, path: string, more: Partial<Ask> = {}): Ask => ({
    ...{ route, kind: "loader", method: "GET", path },
    ...OWN,
    ...more,
  });
  const act = (route: string, path: string, body: unknown, more: Partial<Ask> = {}): Ask => ({
    ...{ route, kind: "action", method: "POST", path, body },
    ...OWN,
    ...more,
  });
  const gid = `gid://shopify/ProductVariant/${ids.variantNumber}`;
  const productGid = `gid://shopify/Product/${ids.productNumber}`;
  const order = `/app/orders/${ids.orderNumber}`;
  const extension = "/app/api/extensions/orders";
  const variant = `/app/api/extensions/variants/${ids.variantNumber}`;
  const days = `from=${ids.from}&to=${ids.to}`;
  const range = { from: ids.from, to: ids.to };
  const { submissionId, viewId: id } = ids;
  const theirs = { other: NOT_THERE } as const;
  const repairs = [
    { repair: "look_up", submissionId },
    { repair: "take_in", submissionIds: [submissionId], range },
    { repair: "note", submissionId, why: "no_tracking", serviceOrderId: null },
  ];
  const row = { variantGid: gid, itemSku: "STOLEN", artworkFront: "", artworkBack: "", mockup: "", note: "" };
  return [
    load("app", "/app.data"),
    load("app._index", "/app.data"),
    load("app.orders._index", "/app/orders.data?search=1001", { shows: ids.orderId }),
    load("app.orders._index", `/app/orders.data?view=${id}`, { shows: marks.view }),
    load("app.orders.$id", `${order}.data`, { ...theirs, shows: marks.address }),
    load("app.orders.$id.price", `${order}/price.data?submission=${submissionId}`, theirs),
    load("app.orders.$id.personalization", `${order}/personalization.data`, { ...theirs, shows: marks.property }),
    load("app.api.orders.$id", `/app/api/orders/${ids.orderNumber}`, { ...theirs, shows: marks.reference }),
    load("app.products._index", "/app/products.data", { shows: ids.productNumber }),
    load("app.products._index", "/app/products.data?tab=waiting"),
    load("app.products.$id", `/app/products/${ids.productNumber}.data`, { ...theirs, shows: marks.note }),
    load("app.quote", "/app/quote.data?sku=TEE-BLACK-M&qty=1&country=US&province=OR"),
    load("app.ledger._index", `/app/ledger.data?${days}`),
    load("app.ledger.compare", `/app/ledger/compare.data?${days}`),
    load("app.ledger.export", `/app/ledger/export?${days}`),
    load("app.registrations", `/app/registrations.data?before=${ids.unmatchedId}`, { shows: marks.unmatched }),
    load("app.registrations.standing", "/app/registrations/standing.data"),
    load("app.deliveries", "/app/deliveries.data", { shows: ids.deliveryId }),
    load("app.settings", "/app/settings.data", { shows: marks.setting }),
    load("app.settings", "/app/settings.data", { shows: marks.account }),
    load("app.artwork", `/app/artwork?link=${encodeURIComponent(ids.artwork)}`),
    load("app.api.extensions.orders.$id", `${extension}/${ids.orderNumber}`),
    load("app.api.extensions.orders.$id.applies", `${extension}/${ids.orderNumber}/applies`),
    load("app.api.extensions.orders.$id.money", `${extension}/${ids.orderNumber}/money?submission=${submissionId}`),
    load("app.api.extensions.orders", extension, { owner: [405], other: [405] }),
    load("app.api.extensions.variants.$id", variant, { shows: marks.note }),
    load("app.api.extensions.variants.$id.quote", `${variant}/quote`, theirs),
    load("app.api.extensions.variants.$id.picture", `${variant}/picture?side=front`, theirs),

    ...Object.keys(ACTS).map((name) =>
      act("app.api.extensions.orders.$id", `${extension}/${ids.orderNumber}`, { act: name, submissionId }),
    ),
    act("app.api.extensions.orders.$id", `${extension}/${ids.orderNumber}`, { act: "refresh" }),
    act("app.api.extensions.variants.$id", variant, { act: "check" }, theirs),
    ...BULK_ACTS.map((name) =>
      act("app.api.extensions.orders", extension, { act: name, orders: [`gid://shopify/Order/${ids.orderNumber}`] }),
    ),
    ...Object.keys(ACTS).map((name) =>
      act("app.orders.$id", `${order}.data`, { act: name, submissionId }, { owner: ACTED, other: [404, 409] }),
    ),
    act("app.orders.$id", `${order}.data`, { act: "refresh" }, theirs),
    ...Object.keys(LINE_ACTS).map((name) =>
      act(
        "app.orders.$id",
        `${order}.data`,
        { act: name, lineId: ids.lineId },
        { owner: ACTED, other: [404], says: "not_found" },
      ),
    ),
    ...Object.keys(ACTS).map((name) =>
      act(
        "app.api.orders.$id",
        `/app/api/orders/${ids.orderNumber}`,
        { act: name, submissionId },
        { owner: ACTED, other: [404, 409] },
      ),
    ),
    ...BULK_ACTS.map((name) =>
      act(
        "app.orders._index",
        "/app/orders.data?index",
        { intent: "bulk", act: name, orderIds: [ids.orderId] },
        { says: "not_found" },
      ),
    ),
    act(
      "app.orders._index",
      "/app/orders.data?index",
      { intent: "change_view", id, name: "Taken" },
      { other: [409], says: "not_found" },
    ),
    act(
      "app.orders._index",
      "/app/orders.data?index",
      { intent: "save_view", name: "A new one", query: "" },
      { owner: [200, 202, 409], other: [200, 202] },
    ),
    act(
      "app.orders._index",
      "/app/orders.data?index",
      { intent: "delete_view", id },
      { owner: [200, 202], other: [200, 202] },
    ),
    ...repairs.map((body) => act("app.ledger._index", "/app/ledger.data?index", body, { says: "not_found" })),
    act("app.products.$id", `/app/products/${ids.productNumber}.data`, {
      intent: "save",
      rows: [{ ...row, requiredSides: [], anyway: true }],
    }),
    act("app.products.$id", `/app/products/${ids.productNumber}.data`, { intent: "remove", variantGid: gid }),
    act("app.api.mappings", "/app/api/mappings", [{ productGid, variantGid: gid, itemSku: "STOLEN" }]),
    act("app.api.settings", "/app/api/settings", { approval: "manual" }),
    act("app.settings", "/app/settings.data", { approval: "manual" }, { owner: [200, 422], other: [200, 422] }),
    act("app.quote", "/app/quote.data?sku=TEE-BLACK-M&qty=1&country=US&province=OR", {}),
    ...["read_again", "put_away"].map((name) =>
      act("app.deliveries", "/app/deliveries.data", { act: name, ids: [ids.deliveryId] }),
    ),
    act("app._index", "/app.data?index", {}, { owner: ACTED, other: ACTED }),
    ...["keep", "register", "switch", "test"].map((name) =>
      act("app.registrations.standing", "/app/registrations/standing.data", {
        act: name,
        kind: "tracking",
        ...(name === "switch" && { active: false }),
      }),
    ),
    ...["rotate", "rematch"].map((name) =>
      act("app.registrations.standing", "/app/registrations/standing.data", { act: name }),
    ),
    act("app.settings.account", "/app/settings/account.data", { act: "test" }),
    act("app.settings.account", "/app/settings/account.data", { act: "trust_past" }),
    act("app.settings.account", "/app/settings/account.data", { act: "disconnect" }),
    act("app.api.print-account", "/app/api/print-account", undefined, { method: "DELETE" }),
  ];
}

/** Routes for everybody: they say nothing of any shop. */
export const PUBLIC_ROUTES = ["_index", "app.$", "auth.$", "auth.login"];
