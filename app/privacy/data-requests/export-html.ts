/**
 * The export as a page: every value of the JSON, under the names of its fields. What it shows was written by customers
 * and other systems, so every text is escaped and the page runs no script.
 */
export const htmlStart = (title: string, head: object): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
${valueOf(head)}
`;

export const HTML_END = "</body>\n</html>\n";

/** One part of the page. */
export const htmlOf = (title: string, value: object): string =>
  `<section>\n<h2>${escapeHtml(title)}</h2>\n${valueOf(value)}\n</section>\n`;

const STYLE = `
body { font: 15px/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
h2 { margin-top: 2.5rem; border-bottom: 1px solid #ccc; }
dl { display: grid; grid-template-columns: minmax(0, 13rem) minmax(0, 1fr); gap: .25rem 1rem; margin: 0; }
dt { color: #555; }
dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
.group { grid-column: 1 / -1; }
dt.group { margin-top: .75rem; font-weight: 600; color: inherit; }
dd.group { padding-left: 1rem; border-left: 3px solid #eee; }
ul { list-style: none; margin: 0; padding: 0; }
li + li { margin-top: .5rem; padding-top: .5rem; border-top: 1px solid #eee; }
.text { white-space: pre-wrap; }
img { max-width: 100%; }
@media (max-width: 30rem) { dl { grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); } dd.group { padding-left: .5rem; } }`;

function valueOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString().replace("T", " ").replace(/\..*$/, "");
  if (Array.isArray(value)) return `<ul>\n${value.map((one) => `<li>${valueOf(one)}</li>`).join("\n")}\n</ul>`;
  if (typeof value === "object" && value !== null) return fieldsOf(value);
  if (typeof value === "boolean") return value ? "Yes" : "No";
  return textOf(String(value));
}

/** Longer than any name, address or note: the text of a webhook, which most customers skip. */
const LONG_TEXT = 1_000;

/** A photo in the file: the address of its bytes. */
export const PHOTO_PREFIX = "data:image/jpeg;base64,";

const isPhoto = (text: string): boolean =>
  text.startsWith(PHOTO_PREFIX) && /^[A-Za-z0-9+/]+=*$/.test(text.slice(PHOTO_PREFIX.length));

function textOf(text: string): string {
  if (isPhoto(text)) return `<img alt="${EXPORT_COPY.photo}" src="${text}">`;
  const escaped = `<span class="text">${escapeHtml(text)}</span>`;
  return text.length > LONG_TEXT ? `<details><summary>${EXPORT_COPY.show}</summary>${escaped}</details>` : escaped;
}

function fieldsOf(value: object): string {
  const fields = Object.entries(value).filter(([, one]) => !isEmpty(one));
  return `<dl>\n${fields.map(([name, one]) => fieldOf(labelOf(name), one)).join("\n")}\n</dl>`;
}

/** A text stands beside its label, whatever has parts below it. */
function fieldOf(label: string, value: unknown): string {
  const isGroup = typeof value === "object" && !(value instanceof Date);
  const attributes = isGroup ? ' class="group"' : "";
  return `<dt${attributes}>${escapeHtml(label)}</dt><dd${attributes}>${valueOf(value)}</dd>`;
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === "" || (Array.isArray(value) && value.length === 0);

/** The name of a field in words: shippingAddress → Shipping address. */
function labelOf(name: string): string {
  const words = name.replace(/([a-z])([A-Z0-9])/g, "$1 $2").toLowerCase();
  return (words.charAt(0).toUpperCase() + words.slice(1)).replace("shopify", "Shopify").replace("Sku", "SKU");
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");

/** Texts of the file for the customer. */
export const EXPORT_COPY = {
  title: (store: string) => `Your data at ${store}`,
  order: (name: string) => `Order ${name}`,
  show: "Show",
  photo: "Photo",
  notes: {
    about:
      "The store uses the app Inkbridge to have orders printed. This file contains everything that Inkbridge stores about you and your orders.",
    recipients:
      "Name, address, email, phone number, and print content of an order are sent to the store's print service, which prints and ships it. Tracking numbers are sent to Shopify. Nobody else receives them.",
    fingerprints:
      "Inkbridge also stores fingerprints of your name, address, and email, which help find an order or show that an address changed. Your data can't be read from the fingerprints.",
    times: "Times are in UTC.",
  },
} as const;
