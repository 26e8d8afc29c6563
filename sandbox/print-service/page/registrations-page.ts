import { html } from "../../pages/html.ts";
import type { Html } from "../../pages/html.ts";
import type { Settings } from "../options.ts";
import type { Registration, Store } from "../store.ts";
import { EVENT_KINDS } from "../store.ts";
import type { EventKind } from "../store.ts";
import { KIND_LABELS } from "./event-rows.ts";
import type { Page } from "./layout.ts";
import type { Parts } from "./parts.ts";
import { badge, pluralize, controlForm, time } from "./components.ts";

/** The webhooks of each account, and its access tokens of version 3. */
export function registrationsPage({ store, settings }: Parts): Page {
  const accounts = [
    ...new Set([...settings.accounts.map((a) => a.email), ...store.registrations.map((r) => r.account)]),
  ];
  const find = (account: string, kind: EventKind, version: "v1" | "v3") =>
    store.registrations.find(
      (r) => r.account === account && r.kind === kind && (r.isVersion3 ?? false) === (version === "v3"),
    );
  const isNamed = settings.interfaces.length > 1;
  const content = html`<div class="page-head">
      <h1>Webhooks</h1>
      <p>The addresses that receive each account's updates.</p>
    </div>
    ${accounts.map(
      (account) =>
        html`<section class="panel" data-key="${account}" aria-label="Webhooks of ${account}">
          <h2>${account}</h2>
          ${settings.interfaces.map(
            (version) =>
              html`${isNamed && html`<p class="hint">${version === "v3" ? "Version 3" : "Version 1"}</p>`}
                <div class="pair">
                  ${EVENT_KINDS.map((kind) => registration(account, kind, find(account, kind, version)))}
                </div>`,
          )}
          ${settings.interfaces.includes("v3") && accessTokens(store, settings, account)}
        </section>`,
    )}`;
  return { title: "Webhooks", section: "/registrations", content };
}

function registration(account: string, kind: EventKind, found: Registration | undefined): Html {
  if (!found) {
    return html`<div class="registration">
      <h3>${KIND_LABELS[kind]} events</h3>
      <p class="empty">Not registered. Inkbridge registers an address through the API.</p>
    </div>`;
  }
  const { active } = found;
  const named = html`<input type="hidden" name="account" value="${account}" />
    <input type="hidden" name="kind" value="${kind}" />
    <input type="hidden" name="isVersion3" value="${String(found.isVersion3 ?? false)}" />`;
  return html`<div class="registration">
    <h3>${KIND_LABELS[kind]} events ${active ? badge("Active", "good") : badge("Inactive", "warn")}</h3>
    <dl class="facts">
      <div>
        <dt>Endpoint</dt>
        <dd><code>${found.endpoint}</code></dd>
      </div>
      <div>
        <dt>Header</dt>
        <dd>${found.accessKey === "" ? "none" : html`<code>${found.accessKey}</code>`}</dd>
      </div>
      <div>
        <dt>Token</dt>
        <dd>${mask(found.accessToken)}</dd>
      </div>
    </dl>
    <div class="actions">
      ${controlForm("test-event", "/registrations", html`${named}<button ${!active && html`disabled`}>Send test event</button>`)}
      ${controlForm(
        "registrations",
        "/registrations",
        html`${named}<button name="active" value="${String(!active)}">${active ? "Deactivate" : "Activate"}</button>`,
      )}
    </div>
    <p class="hint">A test event names an unknown order.</p>
  </div>`;
}

/** As the service's own site has them under Store → Connect APIs. */
function accessTokens({ tokens }: Store, settings: Settings, account: string): Html {
  const own = [...tokens].filter(([, one]) => one.account === account && one.refreshToken !== undefined);
  const end = (issuedAt: Date) => new Date(issuedAt.getTime() + settings.version3.tokenDays * 86_400_000);
  return html`<div class="registration access-tokens">
    <h3>Access tokens</h3>
    ${own.length === 0 && html`<p class="empty">No access tokens.</p>`}
    <ul class="parcels">
      ${own.map(([token, { issuedAt }]) => html`<li><code>${token}</code> <span>until ${time(settings, end(issuedAt))}</span></li>`)}
    </ul>
    ${controlForm(
      "tokens",
      "/registrations",
      html`<input type="hidden" name="account" value="${account}" /><button>Create access token</button>`,
    )}
  </div>`;
}

const mask = (token: string): string =>
  token === "" ? "none" : `${"•".repeat(8)} (${pluralize(token.length, "character")})`;
