import { documentOf } from "../../pages/document.ts";
import { html, type Html } from "../../pages/html.ts";

/** Where nothing is; the way back leads to the app. */
export function noSuchPage(why: string): Html {
  return documentOf({
    title: "Not found",
    styles: ["/admin.css"],
    body: html`<main class="lost stack">
      <h1>There is nothing here</h1>
      <p class="subdued">${why}</p>
      <p><a class="button" href="/">Go to the admin</a></p>
    </main>`,
  });
}
