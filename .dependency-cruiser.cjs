/**
 * The modules of the app and the arrows between them. `npm run check` fails on any other.
 * A module may use only modules that stand above it in this list, so no circle between folders can arise.
 */
const MODULES = [
  // Base layer: types, errors and helpers that know nothing of the domain.
  ["app/ports", []],
  ["app/common", []],
  ["app/address", []],
  ["app/csv", []],
  ["app/encryption", []],
  ["app/settings", ["common"]],
  // What an order earns, by pure functions.
  ["app/profit", ["ports", "settings"]],
  ["app/database", ["ports"]],
  ["app/logging", ["ports"]],
  ["app/metrics", ["ports"]],
  ["app/config", ["common", "database", "encryption"]],
  // Adapters and endpoints: each knows the ports and its own wire format.
  ["app/print-service", ["common", "ports"]],
  ["app/practice-service", ["encryption", "ports"]],
  ["app/shopify", ["common", "database", "encryption", "ports"]],
  ["app/webhooks", ["encryption", "ports"]],
  ["app/artwork", ["common", "encryption", "ports"]],
  // The domain.
  ["app/shops", ["database", "encryption", "ports", "settings"]],
  ["app/print-catalog", ["common", "database", "ports"]],
  ["app/orders/core", ["common", "database", "encryption", "ports", "settings"]],
  ["app/long-runs", ["common", "orders/core", "ports"]],
  ["app/orders/flow-outbox", ["orders/core", "ports"]],
  ["app/orders/fulfill", ["database", "orders/core", "ports", "settings"]],
  ["app/orders/compose", ["address", "artwork", "common", "database", "orders/core", "ports", "profit", "settings"]],
  ["app/orders/provider-reader", ["database", "orders/core", "ports"]],
  [
    "app/orders/provider-updates",
    [
      "common",
      "database",
      "orders/core",
      "orders/fulfill",
      "orders/provider-reader",
      "ports",
      "print-catalog",
      "settings",
    ],
  ],
  [
    "app/orders/provider-writes",
    ["database", "orders/core", "orders/provider-reader", "orders/provider-updates", "ports", "settings"],
  ],
  ["app/orders/gap-recovery", ["encryption", "orders/core", "orders/provider-reader", "ports"]],
  [
    "app/orders/receive",
    [
      "address",
      "common",
      "database",
      "orders/core",
      "orders/fulfill",
      "orders/gap-recovery",
      "orders/compose",
      "orders/provider-updates",
      "ports",
      "profit",
      "settings",
    ],
  ],
  [
    "app/orders/changes",
    [
      "address",
      "artwork",
      "common",
      "database",
      "orders/core",
      "orders/compose",
      "orders/receive",
      "ports",
      "settings",
    ],
  ],
  ["app/print-files", ["artwork", "common", "database", "ports", "print-catalog", "settings"]],
  ["app/quotes", ["address", "database", "ports", "print-catalog", "profit", "settings"]],
  [
    "app/orders/submit",
    [
      "database",
      "orders/core",
      "orders/fulfill",
      "orders/provider-reader",
      "orders/provider-updates",
      "orders/receive",
      "ports",
      "print-files",
      "quotes",
      "settings",
    ],
  ],
  [
    "app/orders/actions",
    [
      "database",
      "orders/changes",
      "orders/compose",
      "orders/core",
      "orders/fulfill",
      "orders/provider-reader",
      "orders/provider-updates",
      "orders/provider-writes",
      "orders/receive",
      "orders/submit",
      "ports",
      "settings",
    ],
  ],
  [
    "app/orders/pages",
    [
      "address",
      "artwork",
      "common",
      "csv",
      "database",
      "encryption",
      "orders/actions",
      "orders/changes",
      "orders/core",
      "orders/compose",
      "orders/provider-updates",
      "orders/provider-writes",
      "orders/receive",
      "orders/submit",
      "ports",
      "print-files",
      "profit",
      "quotes",
      "settings",
      "shops",
    ],
  ],
  [
    "app/orders/reconciliation",
    [
      "csv",
      "database",
      "long-runs",
      "orders/actions",
      "orders/core",
      "orders/gap-recovery",
      "orders/pages",
      "orders/provider-reader",
      "orders/provider-updates",
      "orders/submit",
      "ports",
      "settings",
    ],
  ],
  [
    "app/profit/kept",
    [
      "long-runs",
      "orders/core",
      "orders/provider-reader",
      "orders/provider-updates",
      "orders/submit",
      "ports",
      "profit",
      "quotes",
      "settings",
    ],
  ],
  ["app/print-catalog/copy", ["csv", "long-runs", "ports", "print-catalog", "settings", "shops"]],
  ["app/sku-checks", ["address", "long-runs", "orders/core", "orders/submit", "ports", "profit", "quotes", "settings"]],
  [
    "app/catalog",
    [
      "artwork",
      "common",
      "csv",
      "database",
      "long-runs",
      "orders/core",
      "orders/receive",
      "ports",
      "print-catalog",
      "print-files",
      "quotes",
      "settings",
      "shops",
    ],
  ],
  [
    "app/dry-run",
    [
      "csv",
      "database",
      "long-runs",
      "orders/compose",
      "orders/core",
      "orders/receive",
      "orders/submit",
      "ports",
      "profit",
      "print-files",
      "quotes",
      "settings",
    ],
  ],
  [
    "app/print-accounts",
    ["common", "database", "encryption", "orders/core", "orders/provider-reader", "ports", "shops"],
  ],
  ["app/print-accounts/webhooks", ["encryption", "orders/provider-updates", "ports", "print-accounts", "shops"]],
  [
    "app/settings-page",
    [
      "address",
      "common",
      "database",
      "long-runs",
      "orders/compose",
      "orders/core",
      "orders/gap-recovery",
      "orders/provider-reader",
      "orders/provider-updates",
      "orders/receive",
      "orders/submit",
      "ports",
      "print-accounts",
      "print-accounts/webhooks",
      "profit",
      "quotes",
      "settings",
      "shops",
    ],
  ],
  [
    "app/checkout-rates",
    ["address", "common", "database", "encryption", "orders/compose", "ports", "profit", "quotes", "settings"],
  ],
  ["app/privacy", ["database", "encryption", "orders/core", "orders/receive", "ports", "settings", "shops"]],
  ["app/failed-webhooks", ["ports", "shops"]],
  ["app/notifications", ["artwork", "database", "encryption", "orders/core", "ports", "settings", "shops"]],
  [
    "app/home",
    [
      "catalog",
      "failed-webhooks",
      "orders/core",
      "orders/pages",
      "orders/provider-writes",
      "ports",
      "print-accounts",
      "print-accounts/webhooks",
      "print-files",
      "privacy",
      "settings",
      "shops",
      "sku-checks",
    ],
  ],
  [
    "app/reports",
    [
      "address",
      "common",
      "csv",
      "orders/core",
      "orders/pages",
      "ports",
      "privacy",
      "profit",
      "profit/kept",
      "settings",
      "shops",
    ],
  ],
  [
    "app/diagnostics",
    [
      "catalog",
      "common",
      "database",
      "encryption",
      "home",
      "orders/core",
      "orders/pages",
      "orders/provider-updates",
      "ports",
      "print-accounts",
      "print-accounts/webhooks",
      "settings",
      "settings-page",
      "shops",
    ],
  ],
  // Workers.
  [
    "app/jobs",
    [
      "catalog",
      "common",
      "database",
      "encryption",
      "logging",
      "orders/core",
      "orders/fulfill",
      "orders/provider-reader",
      "orders/provider-updates",
      "orders/receive",
      "orders/submit",
      "ports",
      "privacy",
      "shops",
    ],
  ],
  // Views: props in, events out. Of the domain they take types and what is pure.
  [
    "app/components/common",
    ["orders/core", "orders/pages", "ports", "print-accounts", "settings", "shops", "sku-checks"],
  ],
  ["app/components/diagnostics", ["components/common", "diagnostics"]],
  ["app/components/dry-run", ["components/common", "dry-run", "orders/core"]],
  ["app/components/failed-webhooks", ["components/common", "failed-webhooks"]],
  [
    "app/components/home",
    [
      "catalog",
      "components/common",
      "failed-webhooks",
      "home",
      "orders/core",
      "orders/pages",
      "orders/provider-writes",
      "ports",
      "shops",
      "sku-checks",
    ],
  ],
  [
    "app/components/order-details",
    [
      "address",
      "common",
      "components/common",
      "orders/actions",
      "orders/changes",
      "orders/core",
      "orders/pages",
      "orders/receive",
      "ports",
      "quotes",
    ],
  ],
  ["app/components/privacy", ["components/common", "ports", "privacy"]],
  [
    "app/components/orders-index",
    ["components/common", "orders/actions", "orders/core", "orders/pages", "orders/provider-writes", "ports", "shops"],
  ],
  [
    "app/components/inbox",
    [
      "components/common",
      "components/home",
      "components/order-details",
      "components/orders-index",
      "failed-webhooks",
      "home",
      "orders/actions",
      "orders/core",
      "orders/pages",
      "ports",
      "settings",
      "shops",
    ],
  ],
  [
    "app/components/products",
    [
      "artwork",
      "catalog",
      "components/common",
      "ports",
      "print-catalog",
      "print-catalog/copy",
      "quotes",
      "settings",
      "shops",
      "sku-checks",
    ],
  ],
  ["app/components/quote", ["address", "components/common", "quotes"]],
  ["app/components/reconciliation", ["components/common", "orders/reconciliation", "settings"]],
  ["app/components/reports", ["components/common", "reports", "settings"]],
  ["app/components/webhooks", ["components/common", "ports", "print-accounts/webhooks"]],
  [
    "app/components/settings",
    [
      "checkout-rates",
      "components/common",
      "components/webhooks",
      "notifications",
      "orders/core",
      "orders/pages",
      "ports",
      "settings",
      "settings-page",
      "shops",
      "sku-checks",
    ],
  ],
  [
    "app/extension-api",
    [
      "catalog",
      "components/common",
      "components/order-details",
      "components/orders-index",
      "components/products",
      "orders/actions",
      "orders/core",
      "orders/pages",
      "ports",
      "quotes",
    ],
  ],
];
/** Folders within a module, from the bottom up; "." are the module's own files. Each may use only those before it. */
const WITHIN = {
  "app/print-service": [".", "v3"],
  "app/orders/submit": ["lookup", "."],
  "app/orders/pages": [".", "details", "list", "review", "claims", "inbox", "activity"],
  "app/catalog": [".", "variants", "mapping-methods", "bulk-edit", "import"],
  "app/privacy": ["access-log", "data-requests", "."],
  "app/reports": [".", "bill"],
  "app/components/products": ["files", ".", "mapping-methods", "variants", "product"],
};
/** The adapters meet the domain in the composition; Remix's own files, routes and what they share stand on top of all modules. */
const TOP = ["app/composition", "app/http", "app/routes"];

const TEST = "\\.test\\.tsx?$|\\.testing\\.tsx?$";
const inModule = (module) => {
  const inner = MODULES.map(([name]) => name).filter((name) => name.startsWith(`${module}/`));
  return { path: `^${module}/`, pathNot: [...inner.map((name) => `^${name}/`)] };
};
const forbid = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });

function moduleRules() {
  const known = new Set();
  return MODULES.map(([module, uses]) => {
    const full = uses.map((name) => `app/${name}`);
    const unknown = full.filter((name) => !known.has(name));
    if (unknown.length > 0) throw new Error(`${module} uses ${unknown.join(", ")}, which stands below it`);
    known.add(module);
    const from = inModule(module);
    // A module that holds another one (print-accounts) does not open it with itself.
    const open = [module, ...full].flatMap((name) => {
      const { pathNot } = inModule(name);
      const closed = pathNot.filter((inner) => !full.some((other) => inner === `^${other}/`));
      return `^${name}/${closed.length > 0 ? `(?!${closed.map((inner) => inner.slice(name.length + 2)).join("|")})` : ""}`;
    });
    return forbid(
      `module ${module.slice(4)}`,
      `It may use: ${uses.join(", ") || "nothing of the app"}.`,
      { path: from.path, pathNot: [...from.pathNot, TEST] },
      { path: "^app/", pathNot: open },
    );
  });
}

const pathOf = (module, folder) => (folder === "." ? `^${module}/[^/]+$` : `^${module}/${folder}/`);
const withinRules = Object.entries(WITHIN).flatMap(([module, folders]) =>
  folders
    .slice(0, -1)
    .map((folder, at) =>
      forbid(
        `within ${module.slice(4)}: ${folder}`,
        "Of the folders of its module it may use those before it in WITHIN.",
        { path: pathOf(module, folder), pathNot: TEST },
        { path: folders.slice(at + 1).map((later) => pathOf(module, later)) },
      ),
    ),
);
const withinModules = Object.entries(WITHIN).flatMap(([module, folders]) =>
  folders.map((folder) => pathOf(module, folder)),
);

const modules = moduleRules();
const listed = [...MODULES.map(([module]) => module), ...TOP];

module.exports = {
  forbidden: [
    forbid("no-cycles", "Two files that need each other are one file; types count.", {}, { circular: true }),
    ...modules,
    forbid(
      "every-folder-is-a-module",
      "A new folder gets its line in MODULES, with the arrows that it may have.",
      {},
      { path: "^app/[^/]+/", pathNot: listed.map((module) => `^${module}/`) },
    ),
    ...withinRules,
    forbid(
      "every-folder-within-a-module-has-its-place",
      "A new folder in a module gets its place in WITHIN.",
      {},
      {
        path: "^app/.+/.+/.*\\.tsx?$",
        pathNot: [...listed.map((module) => `^${module}/[^/]+$`), ...withinModules],
      },
    ),
    forbid(
      "domain-knows-no-framework",
      "No Remix, Bull, Shopify SDK, HTTP client or server in the domain.",
      {
        path: "^app/(orders|catalog|print-catalog|dry-run|quotes|shops|settings|settings-page|print-accounts|print-files|privacy|failed-webhooks|notifications|home|ports|common|address|artwork|csv)/",
        // The check of artwork links and the ways out of notifications go out, behind ports.
        pathNot: `${TEST}|^app/artwork/artwork-(fetch|check)|^app/notifications/(send-email|post-webhook)`,
      },
      { path: "node_modules/(@remix-run|bull|@bull-board|@shopify|undici|nodemailer|express|react|ioredis)/" },
    ),
    forbid(
      "only-jobs-know-bull",
      "The queue library stays in one folder.",
      { path: "^(app|server)/", pathNot: "^app/jobs/" },
      { path: "node_modules/(bull|@bull-board|ioredis)/" },
    ),
    forbid(
      "views-load-nothing",
      "Props in, events out.",
      { path: "^app/components/", pathNot: TEST },
      { path: "\\.server\\.tsx?$", dependencyTypesNot: ["type-only"] },
    ),
    forbid(
      "texts-need-no-views",
      "Node reads no JSX: of a page, others take its texts.",
      { path: "^app/[^/]+/", pathNot: `${TEST}|^app/(components|routes)/` },
      { path: "^app/components/.*\\.tsx$", dependencyTypesNot: ["type-only"] },
    ),
    forbid(
      "routes-are-thin",
      "Routes call the domain, not the adapters or the database.",
      { path: "^app/routes/" },
      { path: "^app/(jobs|webhooks|print-service|database)/|^prisma/client/|node_modules/(undici|bull|@bull-board)/" },
    ),
    forbid(
      "composition-at-one-place",
      "Adapters meet the domain in the composition root.",
      { path: "^app/[^/]+/", pathNot: `${TEST}|^app/(composition|routes|http)/` },
      { path: "^app/(composition|http|routes)/|^app/[^/]+$" },
    ),
    forbid(
      "http-knows-no-route",
      "What routes share does not know them.",
      { path: "^app/(http|composition)/", pathNot: TEST },
      { path: "^app/routes/|^app/(root|entry)" },
    ),
    forbid(
      "composition-knows-no-page",
      "It puts the services together, whatever asks for them.",
      { path: "^app/composition/", pathNot: TEST },
      { path: "^app/(http|components|extension-api)/|^app/[^/]+$" },
    ),
    forbid(
      "app-knows-no-sandbox",
      "What runs in production does not know the stand-ins, tests or scripts.",
      { path: "^(app/|server/|server\\.ts)", pathNot: TEST },
      { path: "^(sandbox|tests|bench|scripts)/" },
    ),
    forbid(
      "extensions-know-responses-only",
      "They run in Shopify's admin: of the app they know what it answers, and how pages write a time.",
      { path: "^extensions/" },
      {
        path: "^(app|server|sandbox|scripts)/",
        pathNot: "^app/(extension-api/responses|components/common/format)\\.ts$",
      },
    ),
    forbid(
      "app-knows-no-extension",
      "Nor do the app and its stand-ins take anything out of them.",
      { path: "^(app|server|sandbox)/", pathNot: TEST },
      { path: "^extensions/" },
    ),
    forbid(
      "responses-import-nothing",
      "The extensions take their types from there, and the app's are none of their business.",
      { path: "^app/(extension-api/responses|components/common/format)\\.ts$" },
      {},
    ),
    forbid(
      "sandbox-knows-no-app",
      "The stand-ins read the interface on their own.",
      { path: "^sandbox/", pathNot: TEST },
      { path: "^app/" },
    ),
    forbid(
      "scripts-know-no-sandbox",
      "The sandbox, the tests and the benchmarks use the scripts' launcher, and not the other way round.",
      { path: "^scripts/", pathNot: TEST },
      { path: "^(sandbox|tests|bench)/" },
    ),
    forbid(
      "sandbox-knows-no-test",
      "The sandbox runs without them.",
      { path: "^sandbox/", pathNot: TEST },
      { path: "^(tests|bench)/" },
    ),
    forbid(
      "conformance-reads-the-interface-itself",
      "Neither the stand-in's clauses nor the command that tries a real account rest on our client's reading.",
      { path: "^(tests/conformance/stand-in|scripts/conformance)" },
      { path: "^app/" },
    ),
    forbid(
      "production-needs-no-dev-package",
      "A package that production loads belongs to dependencies. What browsers alone load (.client) is in their build.",
      { path: "^(app/|server/|server\\.ts)", pathNot: `${TEST}|\\.client\\.tsx$` },
      { dependencyTypes: ["npm-dev", "npm-no-pkg"], dependencyTypesNot: ["type-only"] },
    ),
    forbid(
      "process-takes-the-build",
      "server.ts takes the app out of the build, so that no module lives twice. Types live nowhere.",
      { path: "^(server/|server\\.ts)", pathNot: TEST },
      { path: "^app/", dependencyTypesNot: ["type-only"] },
    ),
  ],
  options: {
    doNotFollow: { path: "node_modules|^prisma/client/" },
    exclude: { path: "^(build|extensions/[^/]+/dist|node_modules/\\.)" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".mjs", ".js"],
    },
  },
};
