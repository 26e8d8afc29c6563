import type { ServerResponse } from "node:http";
import { html, type Html } from "./html.ts";

export interface DocumentParts {
  title: string;
  /** Addresses of style sheets beyond the shared ones. */
  styles?: string[];
  scripts?: string[];
  /** Attributes `data-<name>` of the html element, for scripts to read. */
  data?: Record<string, string>;
  body: Html;
}

const SHARED = ["/_assets/inter.css", "/_assets/tokens.css", "/_assets/base.css", "/_assets/forms.css"];
/** A drop of ink, inline, so that the browser requests no favicon. */
const ICON =
  "data:image/svg+xml," +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><rect width="20" height="20" rx="5" fill="#303030"/><path d="M10 3.5c2.6 3.2 4.2 5.3 4.2 7.6a4.2 4.2 0 0 1-8.4 0c0-2.3 1.6-4.4 4.2-7.6z" fill="#fff"/></svg>',
  );

/** A whole page of the sandbox, with the styles that all of them share. */
export function documentOf({ title, styles = [], scripts = [], data = {}, body }: DocumentParts): Html {
  const attributes = Object.entries(data).map(([name, value]) => html` data-${name}="${value}"`);
  return html`<!doctype html>
    <html lang="en" ${attributes}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="${ICON}" />
        ${[...SHARED, ...styles].map((href) => html`<link rel="stylesheet" href="${href}" />`)}
        ${scripts.map((src) => html`<script defer src="${src}"></script>`)}
      </head>
      <body>
        ${body}
      </body>
    </html>`;
}

export function sendHtml(response: ServerResponse, status: number, page: Html): void {
  response.writeHead(status, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" });
  response.end(page.text);
}

/** After a form: the browser goes there with a GET, so that a reload repeats nothing. */
export function seeOther(response: ServerResponse, to: string): void {
  response.writeHead(303, { location: to }).end();
}

export function sendScript(response: ServerResponse, text: string): void {
  response.writeHead(200, { "content-type": "text/javascript; charset=utf-8", "cache-control": "no-cache" });
  response.end(text);
}
