import type { IncomingMessage, ServerResponse } from "node:http";
import { SLOW_MS, type FaultKind } from "../faults.ts";
import type { GraphContext } from "../graphql/context.ts";
import { prepare, run, type GraphRequest } from "../graphql/execute.ts";
import type { Shop } from "../model.ts";
import type { Core, GraphLogEntry } from "../core.ts";
import { readBody, sendJson, sendPage } from "./reply.ts";

/** POST /admin/api/<version>/graphql.json */
export async function answerGraphql(
  core: Core,
  shop: Shop,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const text = await readBody(request);
  response.setHeader("x-shopify-api-version", core.apiVersion);
  const token = String(request.headers["x-shopify-access-token"] ?? "");
  if (!shop.installed || !core.tokens.isLive(shop.domain, token)) return refuseToken(core, shop, response);
  if (!core.addressListed) return forbid(core, shop, response);
  const body = readRequest(text);
  if (!body) return sendJson(response, 400, { errors: { query: "Required parameter missing or invalid" } });
  const prepared = prepare(body);
  if ("errors" in prepared) {
    log(core, shop, null, [], {}, 200, prepared.errors);
    return sendJson(response, 200, { errors: prepared.errors });
  }
  const { operation, names, variables } = prepared;
  const entry = log(
    core,
    shop,
    operation.name?.value ?? null,
    operation.name ? names.slice(1) : names,
    variables,
    200,
    [],
  );
  const fault = core.faults.take(names);
  if (fault === "unauthorized") return refuseToken(core, shop, response, entry);
  if (fault === "500-before") {
    entry.outcome = 500;
    return sendPage(response, 500, "Internal Server Error");
  }
  const context: GraphContext = { store: core.store, shop, appTitle: core.appTitle, url: core.url() };
  const answer = await run(prepared, context, core.bucketOf(shop), fault === "throttled");
  entry.errors = describe(answer.errors ?? []);
  if ("extensions" in answer) {
    const { requestedQueryCost, actualQueryCost } = answer.extensions.cost;
    entry.cost = { requested: requestedQueryCost, actual: actualQueryCost };
  }
  reply(response, entry, fault, answer);
}

function readRequest(text: string): GraphRequest | null {
  try {
    const body = JSON.parse(text) as GraphRequest;
    return typeof body.query === "string" ? body : null;
  } catch {
    return null;
  }
}

function refuseToken(core: Core, shop: Shop, response: ServerResponse, entry?: GraphLogEntry): void {
  const line = entry ?? log(core, shop, null, [], {}, 401, []);
  line.outcome = 401;
  const errors = "[API] Invalid API key or access token (unrecognized login or wrong password)";
  sendJson(response, 401, { errors });
}

/** shopify: an address that the app's IP allowlist lacks. The documentation shows no body. */
function forbid(core: Core, shop: Shop, response: ServerResponse): void {
  log(core, shop, null, [], {}, 403, []);
  sendJson(response, 403, { errors: "Forbidden" });
}

/** The operation has run; only its answer, or the fault, is still to be sent. */
function reply(response: ServerResponse, entry: GraphLogEntry, fault: FaultKind | null, answer: unknown): void {
  switch (fault) {
    case "timeout":
      entry.outcome = "no answer";
      return;
    case "reset-after":
      entry.outcome = "reset";
      response.socket?.resetAndDestroy();
      return;
    case "500-after":
      entry.outcome = 500;
      return sendPage(response, 500, "Internal Server Error");
    case "garbage":
      return sendPage(response, 200, "Something is being improved");
    case "slow":
      return void setTimeout(() => sendJson(response, 200, answer), SLOW_MS);
    default:
      return sendJson(response, 200, answer);
  }
}

function log(
  core: Core,
  shop: Shop,
  operation: string | null,
  rootFields: string[],
  variables: Record<string, unknown>,
  outcome: number,
  errors: readonly { message: string }[],
): GraphLogEntry {
  const entry: GraphLogEntry = {
    shop: shop.domain,
    at: core.store.clock.now(),
    operation,
    rootFields,
    variables,
    outcome,
    errors: describe(errors),
    cost: null,
  };
  core.graphLog.push(entry);
  return entry;
}

const describe = (errors: readonly { message: string; extensions?: Record<string, unknown> }[]) =>
  errors.map((error) => String(error.extensions?.["code"] ?? error.message));
