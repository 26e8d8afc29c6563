import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { PERMISSIONS } from "../shops/permissions.ts";
import { neededPermissions, routeAt, ROUTE_PERMISSIONS } from "./action-permissions.server.ts";

const file = (path: string): string => readFileSync(fileURLToPath(new URL(path, import.meta.url)), "utf8");
const ROUTES = readdirSync(fileURLToPath(new URL("../routes", import.meta.url)));
/** Nobody signs in there. */
const PUBLIC = ["notifications.stop.$token"];

const KIND = /\b(intent|action|step|repair): z\.(?:literal\(("[^"]*")\)|enum\(\[([^\]]*)\]\))/g;

/** The kinds of action that a text names, by the field of a request's body. */
function kindsIn(text: string): { field: string; kind: string }[] {
  return [...text.matchAll(KIND)].flatMap(([, field = "", one, many]) =>
    [...(one ?? many ?? "").matchAll(/"([^"]*)"/g)].map(([, kind = ""]) => ({ field, kind })),
  );
}

const VIEW_KINDS = kindsIn(file("saved-views.server.ts"));

const withAction = ROUTES.map((name) => ({
  route: name.replace(/\.tsx?$/, ""),
  text: file(`../routes/${name}`),
})).filter(
  ({ route, text }) => !PUBLIC.includes(route) && /^export (async function|function|const) action\b/m.test(text),
);

test("every route with an action says what it needs, and no other one", () => {
  expect(withAction.length).toBeGreaterThan(30);
  expect(Object.keys(ROUTE_PERMISSIONS).sort()).toEqual(withAction.map(({ route }) => route).sort());
});

test.each(withAction)("every kind of action of $route says what it needs", ({ route, text }) => {
  const named = kindsIn(text);
  const kinds = text.includes("savedViewIntents(") ? [...named, ...VIEW_KINDS] : named;
  const need = ROUTE_PERMISSIONS[route];
  if (typeof need !== "object" || need === null) {
    expect(kinds.length, "several kinds: name each of them in ROUTE_PERMISSIONS").toBeLessThanOrEqual(1);
    return;
  }
  for (const { field, kind } of kinds) {
    expect(need.by, `the field that tells the actions of ${route} apart`).toBe(field);
    expect(Object.keys(need.kinds), route).toContain(kind);
  }
});

/** Their actions read, check, try, or hide a hint. A file that is uploaded changes nothing before a mapping or an import uses it. */
const CHANGES_NOTHING = [
  ...["app._index", "app.api.extensions.variants.$id", "app.api.margin", "app.diagnostics.run", "app.dry-run._index"],
  ...["app.files_.upload", "app.products.import_.file", "app.products.metafields", "app.quote"],
  ...["app.reconciliation.compare", "app.reports_.bill_.check"],
];

test("every other action says who does it: for the history of an order, or for the activity", () => {
  const silent = withAction.filter(({ text }) => !/\b(noteAction|userId)\b/.test(text)).map(({ route }) => route);
  expect(silent.sort()).toEqual(CHANGES_NOTHING.toSorted());
});

/** Files that send what needs a permission for buttons of others, with those. */
const SENDS_FOR: Readonly<Record<string, string[]>> = {
  "orders-index/bulk-actions.tsx": ["orders-index/bulk-dialogs.tsx", "inbox/inbox-view.tsx"],
  "order-details/reprint-dialog.tsx": [
    ...["order-details/acting-column.tsx", "order-details/reason-banners.tsx"],
    ...["order-details/claims-card.tsx", "order-details/differences-view.tsx"],
  ],
  "products/files/use-upload.ts": ["products/files/file-picker.tsx"],
  "settings/use-channels-form.ts": ["settings/notifications-view.tsx"],
  "settings/use-settings-form.ts": ["settings/settings-frame.tsx"],
};

test("who may not do something finds its button disabled: each file that sends it, or those it sends for, asks", () => {
  const root = fileURLToPath(new URL("../components", import.meta.url));
  const texts = new Map(
    readdirSync(root, { recursive: true, encoding: "utf8" })
      .filter((name) => /(?<!test|testing|copy)\.tsx?$/.test(name))
      .map((name) => [name, file(`../components/${name}`)]),
  );
  const restricted = new Set(Object.values(ROUTE_PERMISSIONS).flatMap(restrictedKinds));
  const sends = (text: string) =>
    [...text.matchAll(/\b(?:intent|action|step|repair): "([a-z_]+)"/g)].some(([, kind = ""]) => restricted.has(kind));
  const asks = (name: string) =>
    /useDenied(?:Action)?\(\)|useDenial\("|<ContextualSaveBar/.test(texts.get(name) ?? expect.unreachable(name));
  const unguarded = [...texts].flatMap(([name, text]) => (sends(text) && !asks(name) ? [name] : []));
  expect(unguarded.sort()).toEqual(Object.keys(SENDS_FOR).sort());
  expect(
    Object.values(SENDS_FOR)
      .flat()
      .filter((name) => !asks(name)),
  ).toEqual([]);
});

/** The kinds of action that need a permission. */
function restrictedKinds(need: (typeof ROUTE_PERMISSIONS)[string]): string[] {
  if (need === null || typeof need === "string") return [];
  return Object.entries(need.kinds).flatMap(([kind, one]) =>
    one === null ? [] : typeof one === "string" ? [kind] : [kind, ...restrictedKinds(one)],
  );
}

const post = (path: string, body?: unknown) =>
  neededPermissions(
    new Request(`https://app.example${path}`, {
      method: "POST",
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  );

test.each<[string, unknown, readonly string[]]>([
  ["/app/orders/1001", { action: "approve", submissionId: "x" }, ["approve"]],
  // An order that Shopify shows as fulfilled is printed no more after it.
  ["/app/orders/1001", { action: "resolve" }, ["approve"]],
  ["/app/orders/1001", { action: "hold", submissionId: "x" }, []],
  ["/app/orders/1001", { action: "pay_at_provider", submissionId: "x" }, ["pay"]],
  ["/app/orders/1001", { action: "cancel_at_provider", submissionId: "x" }, ["approve"]],
  ["/app/inbox", { intent: "bulk", action: "pay_at_provider" }, ["pay"]],
  ["/app/payments", { action: "retry" }, ["pay"]],
  ["/app/orders/1001", { action: "mark_not_printed", lineId: "x" }, ["map"]],
  ["/app/orders/1001/reprint", { step: "send" }, ["approve"]],
  ["/app/orders/1001/reprint", { step: "preview" }, []],
  ["/app/orders?index", { intent: "bulk", action: "send_now" }, ["approve"]],
  ["/app/orders?index", { intent: "bulk", action: "hold" }, []],
  ["/app/inbox", { intent: "bulk", action: "exclude" }, ["approve"]],
  ["/app/inbox", { intent: "snooze" }, []],
  ["/app/orders/review", { action: "approve_personalization" }, ["approve"]],
  ["/app/api/extensions/orders", { action: "approve" }, ["approve"]],
  ["/app/api/extensions/orders/1001", { action: "refresh" }, []],
  ["/app/api/mappings", [], ["map"]],
  ["/app/products/import/file", undefined, ["map"]],
  ["/app/settings/payment", {}, ["settings"]],
  ["/app/settings/account", { action: "test" }, []],
  ["/app/settings/account", { action: "disconnect" }, ["settings"]],
  ["/app/sending", { action: "resume" }, ["approve"]],
])("POST %s %j needs %j", async (path, body, needed) => {
  expect(await post(path, body)).toEqual(needed);
});

test.each<[string, unknown]>([
  ["/app/orders/1001", { action: "print_everything" }],
  ["/app/orders/1001", { action: "toString" }],
  ["/app/orders?index", { intent: "bulk" }],
  ["/app/orders?index", null],
  ["/app/somewhere", { action: "hold" }],
  ["/app/%E0%A4%A", { action: "hold" }],
])("POST %s %j, which nobody knows, needs every permission", async (path, body) => {
  expect(await post(path, body)).toEqual(PERMISSIONS);
});

test("an address is read as Remix reads it", () => {
  expect(routeAt("/APP/Settings/Account/")).toBe("app.settings_.account");
  expect(routeAt("/app/orders/%72eview")).toBe("app.orders.review");
  expect(routeAt("/app")).toBe("app._index");
  expect(routeAt("/app/products/import/file")).toBe("app.products.import_.file");
});
