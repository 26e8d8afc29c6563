import type { ReasonView } from "../../orders/pages/details/reason-views.ts";

const FIELDS: Readonly<Record<string, string>> = {
  name: "name",
  email: "e-mail",
  phone: "phone",
  address1: "street",
  city: "city",
  zip: "postal code",
  province: "province",
  provinceCode: "province code",
  country: "country",
  countryCode: "country code",
  itemSku: "SKU of the print service",
  front: "front",
  back: "back",
  mockup: "mockup",
};

const REASON_MESSAGES: Readonly<Record<string, string>> = {
  rejected: "The print service refused to give a price.",
  not_connected: "No print account is connected.",
  account_rejected: "The print service refuses the print account.",
  unavailable: "The print service did not answer.",
  sum_differs: "The print service's total is not the sum of its parts.",
  paid_unknown: "Shopify has not told what was paid.",
  currencies_differ: "The prices and the order are in different currencies.",
  bad_link: "The link is not a public web address.",
  private_address: "The link leads to a private address.",
  status: "The link answers with an error.",
  not_image: "What the link shows is not an image.",
  timeout: "The link did not answer in time.",
  unreachable: "The link cannot be reached.",
  too_large: "The picture is too large.",
};

/** What the codes and figures of a reason add to its sentence; none where they add nothing. */
export function detailMessages({ detail }: Pick<ReasonView, "detail">): string[] {
  const list = (key: string) => [detail[key] ?? []].flat().map((one) => FIELDS[one] ?? String(one));
  const labelled = (label: string, names: string[]) => (names.length > 0 ? [`${label}: ${names.join(", ")}.`] : []);
  const reasonMessage = typeof detail["reason"] === "string" ? REASON_MESSAGES[detail["reason"]] : undefined;
  return [
    ...labelled("Missing", list("fields")),
    ...labelled("Sides without artwork", list("sides")),
    ...labelled("Unreadable links", list("links")),
    ...labelled("Items that differ", list("skus")),
    ...labelled("Sent, but not in the answer", list("notInResponse")),
    ...labelled("In the answer, but not sent", list("notSent")),
    ...labelled("Status at the print service", list("status")),
    ...labelled(
      "Payment in Shopify",
      list("financialStatus").map((word) => word.replaceAll("_", " ")),
    ),
    ...(detail["least"] !== undefined ? [marginMessage(detail["percent"], detail["least"])] : []),
    ...(detail["more"] !== undefined ? [`This is about ${String(detail["more"])} more SKUs of the same message.`] : []),
    ...(reasonMessage ? [reasonMessage] : []),
  ];
}

function marginMessage(percent: unknown, minimum: unknown): string {
  const margin = percent === undefined ? "Nothing was paid" : `The margin is ${String(percent)}%`;
  return `${margin}; the settings ask for ${String(minimum)}%.`;
}
