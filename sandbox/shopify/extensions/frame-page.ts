import { html, type Html } from "../../pages/html.ts";
import type { AdminExtension } from "./manifest.ts";

/** Address of the frame of an extension; `asks` as in `bundleExtension`. */
export const frameAddress = ({ handle, target }: AdminExtension, isShouldRender = false): string =>
  `/_extensions/${handle}/${isShouldRender ? shouldRenderTarget(target) : target}`;

/** `….action.render` → `….action.should-render`, as Shopify names them. */
export const shouldRenderTarget = (target: string): string => target.replace(/\.render$/, ".should-render");

const SHEETS = ["/_assets/inter.css", "/_assets/tokens.css", "/_assets/base.css", "/extension-frame.css"];

/**
 * The page in an extension's frame. The body is left to the extension. What it is shown for stands in the address
 * behind the `#`, and never reaches the server.
 */
export function framePage(extension: AdminExtension, isShouldRender: boolean, appUrl: string): Html {
  const { target, name, translations } = extension;
  const shown = isShouldRender ? shouldRenderTarget(target) : target;
  return html`<!doctype html>
    <html lang="en" data-target="${shown}" data-app-url="${appUrl}" data-translations="${JSON.stringify(translations)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <title>${name}</title>
        ${SHEETS.map((href) => html`<link rel="stylesheet" href="${href}" />`)}
        <script defer src="/extension-frame.js"></script>
        <script defer src="${frameAddress(extension, isShouldRender)}.js"></script>
      </head>
      <body></body>
    </html>`;
}
