/** The arrows of ARCHITECTURE.md. `npm run check` fails on any other. */
const DOMAIN = "^app/(orders|catalog|quotes|shops|ports)/";
const TEST = "\\.test\\.tsx?$|/test-support[./]|\\.testing\\.ts$";

const forbid = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });
const domain = { path: DOMAIN, pathNot: TEST };

module.exports = {
  forbidden: [
    forbid(
      "no-cycles",
      "Two files that need each other are one file.",
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    ),
    forbid("domain-knows-no-edge", "The domain gets what it needs as arguments.", domain, {
      path: "^app/(routes|components|intake|jobs|print-service|shopify|composition|database)/|^app/(services|shopify|db|env|log)\\.server\\.ts$|^app/(root|entry)",
    }),
    forbid(
      "domain-knows-no-framework",
      "No Remix, Bull, Shopify SDK, HTTP client or server in the domain.",
      {
        ...domain,
        // The check of artwork links is the one that goes out, behind a port.
        pathNot: `${TEST}|^app/catalog/artwork-(fetch|check)`,
      },
      { path: "node_modules/(@remix-run|bull|@shopify|undici|express|react|ioredis)/" },
    ),
    forbid(
      "only-jobs-know-bull",
      "The queue library stays in one folder.",
      { path: "^(app|server)/", pathNot: "^app/jobs/" },
      {
        path: "node_modules/(bull|ioredis)/",
      },
    ),
    forbid(
      "adapters-know-their-ports-only",
      "An adapter uses the domain's words, not its work.",
      {
        path: "^app/(print-service|shopify)/",
        pathNot: TEST,
      },
      { path: "^app/(routes|components|intake|jobs|composition)/|^app/services\\.server" },
    ),
    forbid(
      "adapters-do-not-meet",
      "Wire names of one system stay in its folder.",
      { path: "^app/print-service/", pathNot: TEST },
      { path: "^app/shopify/" },
    ),
    forbid(
      "adapters-do-not-meet-either",
      "Wire names of one system stay in its folder.",
      { path: "^app/shopify/", pathNot: TEST },
      { path: "^app/print-service/" },
    ),
    forbid(
      "intake-knows-no-order",
      "Deliveries are taken in before anybody reads them.",
      { path: "^app/webhooks/", pathNot: TEST },
      {
        path: "^app/(orders|catalog|quotes|shops|jobs|routes|print-service|shopify)/",
      },
    ),
    forbid(
      "views-load-nothing",
      "Props in, events out.",
      { path: "^app/components/", pathNot: TEST },
      {
        path: "^app/(routes|jobs|intake|print-service|shopify|composition)/|\\.server\\.ts$",
        dependencyTypesNot: ["type-only"],
      },
    ),
    forbid(
      "routes-are-thin",
      "Routes call the domain, not the adapters or the database.",
      { path: "^app/routes/" },
      {
        path: "^app/(jobs|intake|print-service)/|^app/db\\.server|node_modules/(@prisma|undici|bull)/",
      },
    ),
    forbid(
      "composition-at-one-place",
      "Adapters meet the domain in the composition root.",
      {
        path: "^app/",
        pathNot: `${TEST}|^app/(composition|routes)/|^app/(services|shopify|entry|whose-shop|extensions)\\.server`,
      },
      { path: "^app/composition/|^app/services\\.server" },
    ),
    forbid(
      "app-knows-no-sandbox",
      "What runs in production does not know the stand-ins, tests or scripts.",
      {
        path: "^(app/|server/|server\\.ts)",
        pathNot: TEST,
      },
      { path: "^(sandbox|tests|bench|scripts)/" },
    ),
    forbid(
      "extensions-know-answers-only",
      "They run in Shopify's admin: of the app they know what it answers, and how pages write a time.",
      { path: "^extensions/" },
      { path: "^(app|server|sandbox|scripts)/", pathNot: "^app/(extensions/answers|components/common/format)\\.ts$" },
    ),
    forbid(
      "app-knows-no-extension",
      "Nor do the app and its stand-ins take anything out of them.",
      { path: "^(app|server|sandbox)/", pathNot: TEST },
      { path: "^extensions/" },
    ),
    forbid(
      "answers-import-nothing",
      "The extensions take their types from there, and the app's are none of their business.",
      { path: "^app/(extensions/answers|components/common/format)\\.ts$" },
      {},
    ),
    forbid(
      "sandbox-knows-no-app",
      "The stand-ins read the interface on their own.",
      {
        path: "^sandbox/",
        pathNot: TEST,
      },
      { path: "^app/" },
    ),
    forbid(
      "conformance-reads-the-interface-itself",
      "Neither the stand-in's clauses nor the command that tries a real account rest on our client's reading.",
      { path: "^(tests/conformance/stand-in|scripts/conformance)" },
      { path: "^app/" },
    ),
    forbid(
      "production-needs-no-dev-package",
      "A package that production loads belongs to dependencies.",
      { path: "^(app/|server/|server\\.ts|prisma\\.config)", pathNot: TEST },
      { dependencyTypes: ["npm-dev", "npm-no-pkg"], dependencyTypesNot: ["type-only"] },
    ),
    forbid(
      "process-takes-the-build",
      "server.ts takes the app out of the build, so that no module lives twice.",
      {
        path: "^(server/|server\\.ts)",
        pathNot: TEST,
      },
      { path: "^app/" },
    ),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
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
