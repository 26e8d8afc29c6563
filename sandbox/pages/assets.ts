import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ServerResponse } from "node:http";

const PREFIX = "/_assets/";
const folderOf = (specifier: string) => dirname(createRequire(import.meta.url).resolve(specifier));
const inter = folderOf("@fontsource-variable/inter/package.json");

/** Style sheets by their name below /_assets/: Polaris' tokens, the font that Shopify uses, and our own. */
const SHEETS: Record<string, string> = {
  "tokens.css": createRequire(import.meta.url).resolve("@shopify/polaris-tokens/css/styles.css"),
  "inter.css": join(inter, "index.css"),
  "base.css": fileURLToPath(new URL("./base.css", import.meta.url)),
  "forms.css": fileURLToPath(new URL("./forms.css", import.meta.url)),
};
const ICONS = createRequire(import.meta.url)
  .resolve("@shopify/polaris-icons")
  .replace(/index\.\w+$/, "svg/");
const ICON = /^icons\/([a-z0-9-]+)\.svg$/;
/** CORS: the frame of an extension has an opaque origin, and loads fonts and icons. */
const FOR_ALL = { "access-control-allow-origin": "*" };
const FONT = /^files\/(inter-[a-z-]+\.woff2)$/;

/** `alert-triangle` → Polaris' AlertTriangleIcon. */
function iconFile(name: string): string {
  const words = name.split("-").map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return join(ICONS, `${words.join("")}Icon.svg`);
}

/** Answers what pages of the sandbox load from this machine instead of a CDN. false: not one of these. */
export async function answerAsset(path: string, response: ServerResponse): Promise<boolean> {
  if (!path.startsWith(PREFIX)) return false;
  const name = path.slice(PREFIX.length);
  const [font, icon] = [FONT.exec(name)?.[1], ICON.exec(name)?.[1]];
  const file = font ? join(inter, "files", font) : icon ? iconFile(icon) : SHEETS[name];
  if (!file) return false;
  const body = await readFile(file).catch(() => null);
  if (!body) return false;
  response.writeHead(200, {
    "content-type": font ? "font/woff2" : icon ? "image/svg+xml" : "text/css; charset=utf-8",
    "cache-control": font || icon ? "max-age=86400" : "no-cache",
    ...FOR_ALL,
  });
  response.end(body);
  return true;
}

/** Answers a style sheet that stands beside the module which asks. */
export async function sendStyles(response: ServerResponse, file: URL): Promise<void> {
  const body = await readFile(file);
  const headers = { "content-type": "text/css; charset=utf-8", "cache-control": "no-cache", ...FOR_ALL };
  response.writeHead(200, headers).end(body);
}
