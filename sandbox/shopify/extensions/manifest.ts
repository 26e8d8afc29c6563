import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "smol-toml";

/** One target of an admin UI extension: what stands where in the admin. */
export interface AdminExtension {
  handle: string;
  /** As the merchant reads it, in menus and above a block. */
  name: string;
  /** e.g. `admin.order-details.block.render` */
  target: string;
  /** Folder of the extension. */
  folder: string;
  /** Source of what is shown, from that folder. */
  module: string;
  /** Source of the module that decides whether the action is offered; null: always. */
  shouldRender: string | null;
  translations: Translations;
}

export interface Translations {
  [key: string]: string | Translations;
}

interface Targeting {
  target: string;
  module: string;
  should_render?: { module: string };
}
interface Toml {
  extensions?: { type: string; handle: string; name: string; targeting?: Targeting[] }[];
}

/**
 * The admin UI extensions in the folders of `root`, by their `shopify.extension.toml`. None where there is no such
 * folder.
 */
export async function readExtensions(root: string): Promise<AdminExtension[]> {
  const folders = await readdir(root, { withFileTypes: true }).catch(() => []);
  const found = await Promise.all(
    folders.filter((each) => each.isDirectory()).map((each) => readFolder(join(root, each.name))),
  );
  return found.flat();
}

async function readFolder(folder: string): Promise<AdminExtension[]> {
  const text = await readFile(join(folder, "shopify.extension.toml"), "utf8").catch(() => null);
  if (text === null) return [];
  const translations = await readTranslations(folder);
  const { extensions = [] } = parse(text) as Toml;
  return extensions
    .filter(({ type }) => type === "ui_extension")
    .flatMap(({ handle, name, targeting = [] }) =>
      targeting.map(({ target, module, should_render }) => ({
        handle,
        name: named(name, translations),
        target,
        folder,
        module,
        shouldRender: should_render?.module ?? null,
        translations,
      })),
    );
}

async function readTranslations(folder: string): Promise<Translations> {
  const text = await readFile(join(folder, "locales/en.default.json"), "utf8").catch(() => "{}");
  return JSON.parse(text) as Translations;
}

/** `t:name` refers to a text of the default locale. */
function named(name: string, translations: Translations): string {
  const found = name.startsWith("t:") ? translations[name.slice(2)] : name;
  return typeof found === "string" ? found : name;
}
