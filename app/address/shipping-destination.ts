import countries from "i18n-iso-countries";
import { isoCountry } from "./country.ts";

const EU = new Set("AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" "));

/** What services call the countries that no other destination has. */
const REST =
  /^(WW|ROW|INTL|WORLDWIDE|WORLD WIDE|WORLD|GLOBAL|INTERNATIONAL|OTHERS?|REST OF (THE )?WORLD|EVERYWHERE ELSE)$/;

type Reach = { country: string } | "eu" | "rest" | "unknown";

/** What a print service means by the name of a destination: nothing says how it writes them. */
function reachOf(destination: string): Reach {
  const text = destination.trim().toUpperCase().replaceAll(/[_-]+/g, " ");
  if (text === "EU" || text === "EUROPEAN UNION") return "eu";
  if (REST.test(text)) return "rest";
  if (text === "UK") return { country: "GB" };
  if (text === "USA") return { country: "US" };
  const country = isoCountry(text) ?? countries.getAlpha2Code(text, "en");
  return country ? { country } : "unknown";
}

/**
 * The destination that a country belongs to: its own name before that of a group, and the rest of the world last. none: each of them is
 * for other countries. unknown: one of them may be for this country.
 */
export function findDestination(
  destinations: readonly string[],
  countryCode: string,
): { name: string } | "none" | "unknown" {
  const all = destinations.map((name) => ({ name, reach: reachOf(name) }));
  const found =
    all.find(({ reach }) => typeof reach === "object" && reach.country === countryCode) ??
    all.find(({ reach }) => reach === "eu" && EU.has(countryCode)) ??
    all.find(({ reach }) => reach === "rest");
  if (found) return { name: found.name };
  return all.length === 0 || all.some(({ reach }) => reach === "unknown") ? "unknown" : "none";
}
