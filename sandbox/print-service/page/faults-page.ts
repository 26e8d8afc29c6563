import { html } from "../../pages/html.ts";
import type { Html } from "../../pages/html.ts";
import { EFFECT_NAMES, EFFECTS } from "../fault-effects.ts";
import { ENDPOINTS } from "../faults.ts";
import type { Endpoint, ParsedFault } from "../faults.ts";
import type { Settings } from "../options.ts";
import type { Page } from "./layout.ts";
import { presets } from "./fault-presets.ts";
import type { Parts } from "./parts.ts";
import { pluralize, controlForm } from "./components.ts";

const ENDPOINT_LABELS: Record<Endpoint | "any", string> = {
  any: "Any endpoint",
  token: "Get a token",
  create: "Create an order",
  test_price: "Test a price",
  list: "List orders",
  detail: "Get an order",
  register: "Register tracking webhook",
  register_update_order: "Register order status webhook",
  refresh_token: "Renew a token",
  products: "List products",
  product: "Get a product",
  skus: "List all SKUs",
  shipping_methods: "Get shipping methods",
  pay: "Pay for an order",
  cancel: "Cancel an order",
  delete: "Delete an order",
  webhooks: "Read or change webhooks",
  transactions: "List transactions",
  paid_orders: "List paid orders",
};

const SHARED = ["token", "create", "test_price", "list", "detail"];
const VERSION_1 = ["register", "register_update_order"];

/** The endpoints of the versions that are served. */
const servedEndpoints = ({ interfaces }: Settings): Endpoint[] =>
  ENDPOINTS.filter((name) => SHARED.includes(name) || interfaces.includes(VERSION_1.includes(name) ? "v1" : "v3"));

/** The faults of the next requests, and the number of calls. */
export function faultsPage(parts: Parts): Page {
  const content = html`<div class="page-head">
      <h1>Faults and calls</h1>
      <p>Simulate failures to see how Inkbridge reacts.</p>
    </div>
    <section class="panel" aria-labelledby="presets">
      <h2 id="presets">Quick faults</h2>
      <div class="presets">${presets("/faults", parts.settings.interfaces)}</div>
    </section>
    <section class="panel" aria-labelledby="armed">
      <h2 id="armed">Active faults</h2>
      ${armedFaults(parts.faults.armed())}
    </section>
    <section class="panel" aria-labelledby="own">
      <h2 id="own">Custom fault</h2>
      ${controlForm("faults", "/faults", html`${effects()} ${fields(parts.settings)}`)}
    </section>
    ${calls(parts)}`;
  return { title: "Faults and calls", section: "/faults", content };
}

function armedFaults(faults: readonly ParsedFault[]): Html {
  if (faults.length === 0) return html`<p class="empty">No faults are on.</p>`;
  return html`<ul class="armed">
      ${faults.map(
        (f) =>
          html`<li>
            <strong>${ENDPOINT_LABELS[f.endpoint]}</strong>, ${pluralize(f.times, "more time", "more times")}:
            ${EFFECTS[f.effect].description}
          </li>`,
      )}
    </ul>
    ${controlForm("faults/clear", "/faults", html`<button>Clear all faults</button>`)}`;
}

function effects(): Html {
  const group = (worked: boolean) =>
    EFFECT_NAMES.filter((name) => EFFECTS[name].worked === worked).map(
      (name) =>
        html`<label class="choice">
          <input type="radio" name="effect" value="${name}" required ${name === "reset" && html`checked`} />
          <span><code>${name}</code> ${EFFECTS[name].description}</span>
        </label>`,
    );
  return html`<fieldset>
      <legend>Process the request, break the response</legend>
      <div class="choices">${group(true)}</div>
    </fieldset>
    <fieldset>
      <legend>Don't process the request</legend>
      <div class="choices">${group(false)}</div>
    </fieldset>`;
}

function fields(settings: Settings): Html {
  const endpoints = ["any", ...servedEndpoints(settings)] as const;
  return html`<div class="fields">
    <div>
      <label for="endpoint">Endpoint</label>
      <select id="endpoint" name="endpoint">
        ${endpoints.map((name) => html`<option value="${name}">${ENDPOINT_LABELS[name]}</option>`)}
      </select>
    </div>
    <div>
      <label for="times">Number of requests</label>
      <input id="times" name="times" type="number" min="1" max="1000" value="1" required />
    </div>
    <div>
      <label for="ms">Delay in ms <small>(slow, late)</small></label>
      <input id="ms" name="ms" type="number" min="0" max="600000" value="3000" required />
    </div>
    <button class="first">Turn on</button>
  </div>`;
}

function calls({ store, settings }: Parts): Html {
  return html`<section class="panel" aria-labelledby="calls">
    <h2 id="calls">Calls</h2>
    <dl class="calls">
      ${servedEndpoints(settings).map(
        (name) =>
          html`<div>
            <dt>${ENDPOINT_LABELS[name]}</dt>
            <dd>${store.calls[name] ?? 0}</dd>
          </div>`,
      )}
      <div>
        <dt>Tokens issued</dt>
        <dd>${store.tokensIssued}</dd>
      </div>
      <div>
        <dt>Valid tokens</dt>
        <dd>${store.tokens.size}</dd>
      </div>
    </dl>
  </section>`;
}
