import { badge, type Tone } from "../../pages/badge.ts";
import { choice, field } from "../../pages/field.ts";
import { html, type Html } from "../../pages/html.ts";
import type { Address, Order, RiskLevel } from "../model.ts";
import { adminLink } from "../links.ts";
import type { OrderView } from "./order-view.ts";
import { personOf, sentence } from "../format.ts";

/** The column beside the items: customer, address and fraud risk. */
export function orderSide(view: OrderView): Html {
  const { order } = view;
  return html`<section class="card stack close">
      <h2>Customer</h2>
      <p>${personOf(order)}</p>
      <h3>Contact information</h3>
      <p>${order.email ?? "No email provided"}<br />${order.phone ?? "No phone number"}</p>
      <h3>Shipping address</h3>
      ${order.shippingAddress ? addressLines(order.shippingAddress) : html`<p>No shipping address provided</p>`}
      ${!order.cancelledAt && addressForm(view)}
    </section>
    ${risk(view)}
    ${
      order.tags.length > 0 &&
      html`<section class="card stack close">
        <h2>Tags</h2>
        <p class="row">${order.tags.map((tag) => badge(tag))}</p>
      </section>`
    }
    ${
      order.metafields.length > 0 &&
      html`<section class="card stack close">
        <h2>Metafields</h2>
        ${order.metafields.map(
          ({ namespace, key, type, value }) =>
            html`<p>${namespace}.${key}<br />${type === "url" ? html`<a href="${value}">${value}</a>` : value}</p>`,
        )}
      </section>`
    }`;
}

function addressLines(address: Address): Html {
  const lines = [
    address.name ?? [address.firstName, address.lastName].filter(Boolean).join(" "),
    address.company,
    address.address1,
    address.address2,
    [address.zip, address.city].filter(Boolean).join(" "),
    address.province,
    address.country,
    address.phone,
  ].filter(Boolean);
  return html`<p>${lines.map((line) => html`${line}<br />`)}</p>`;
}

/** Fields of the form; the order keeps whatever else its address has. */
export const ADDRESS_FIELDS = [
  ["firstName", "First name"],
  ["lastName", "Last name"],
  ["company", "Company"],
  ["address1", "Address"],
  ["address2", "Apartment, suite, etc."],
  ["zip", "Postal code"],
  ["city", "City"],
  ["province", "State or province"],
  ["provinceCode", "State or province code"],
  ["country", "Country"],
  ["countryCode", "Country code"],
  ["phone", "Phone"],
] as const;

function addressForm({ shop, order }: OrderView): Html {
  return html`<details>
    <summary class="button" data-key="address">Edit shipping address</summary>
    <form class="stack close" method="post" action="${adminLink(shop, "orders", order.id, "address")}">
      ${ADDRESS_FIELDS.map(([name, label]) =>
        field({ label, name, value: order.shippingAddress?.[name], scope: "address" }),
      )}
      <div><button class="button primary">Save address</button></div>
    </form>
  </details>`;
}

const RISK: Partial<Record<RiskLevel, Tone>> = { HIGH: "critical", MEDIUM: "warning", LOW: "success" };
export const RISK_LEVELS: RiskLevel[] = ["LOW", "MEDIUM", "HIGH", "PENDING", "NONE"];
const levelOf = (order: Order): RiskLevel => order.risk.assessments[0]?.riskLevel ?? "NONE";

function risk({ shop, order }: OrderView): Html {
  const level = levelOf(order);
  const options = RISK_LEVELS.map((each): [string, string] => [each, sentence(each)]);
  return html`<section class="card stack close">
    <div class="row spread">
      <h2>Fraud risk</h2>
      ${badge(sentence(level), RISK[level])}
    </div>
    <details>
      <summary class="button" data-key="risk">Change risk</summary>
      <form class="stack close" method="post" action="${adminLink(shop, "orders", order.id, "risk")}">
        ${choice("Risk level", "level", options, level, "risk")}
        <div><button class="button">Set risk</button></div>
      </form>
    </details>
  </section>`;
}
