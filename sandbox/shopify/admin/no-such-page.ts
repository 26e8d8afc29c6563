import { documentOf } from "../../pages/document.ts";
import { html, type Html } from "../../pages/html.ts";

/** The page for unknown addresses. */
export function noSuchPage(why: string): Html {
  return documentOf({
    title: "Not found",
    styles: ["/admin.css"],
    body: html`<main class="lost stack">
      <h1>Page not found</h1>
      <p class="subdued">${why}</p>
      <p><a class="button" href="/">Go to the admin</a></p>
    </main>`,
  });
}
