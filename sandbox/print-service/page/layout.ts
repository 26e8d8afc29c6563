import { html } from "../../pages/html.ts";
import type { Html } from "../../pages/html.ts";
import type { Settings } from "../options.ts";
import type { Notice } from "./notices.ts";

const SECTIONS = [
  ["/", "Orders"],
  ["/events", "Events"],
  ["/registrations", "Webhooks"],
  ["/faults", "Faults and calls"],
] as const;

export interface Page {
  title: string;
  /** The section of the page. */
  section: (typeof SECTIONS)[number][0];
  content: Html;
}

/** A whole page. live.ts keeps the content of `main` up to date. */
export function renderPage(settings: Settings, { title, section, content }: Page, notice: Notice | undefined): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <title>${title} · Print service</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/page/style.css" />
        <script src="/page/live.js" defer></script>
      </head>
      <body>
        <a class="skip" href="#main">Skip to content</a>
        ${header(settings, section)}
        <main id="main" tabindex="-1">
          <div id="notice" role="status">
            ${notice && html`<p class="notice notice-${notice.tone}">${notice.message}</p>`}
          </div>
          ${content}
        </main>
      </body>
    </html>`;
}

function header({ neighbours }: Settings, place: string): Html {
  return html`<header class="top">
    <div class="stripe" aria-hidden="true"><i></i><i></i><i></i><i></i></div>
    <div class="bar">
      <p class="brand"><span class="mark" aria-hidden="true"></span>Print service <small>stand-in</small></p>
      ${
        neighbours.length > 0 &&
        html`<nav aria-label="Sandbox" class="neighbours">
          ${neighbours.map(({ title, url }) => html`<a href="${url}">${title}</a>`)}
        </nav>`
      }
    </div>
    <nav aria-label="Back office" class="places">
      ${SECTIONS.map(
        ([path, label]) => html`<a href="${path}" ${path === place && html`aria-current="page"`}>${label}</a>`,
      )}
    </nav>
  </header>`;
}
