import { foldName } from "../common/clean-text.ts";
import type { ShopSettings } from "./settings.ts";

/** `{Name on the back}` in a template stands for the text of that line item property. */
const PLACEHOLDER = /\{([^{}]+)\}/;

/** Texts and names take turns: `"Name: {Name}, {Number}"` splits into "Name: ", "Name", ", ", "Number", "". */
export const splitTemplate = (template: string): string[] => template.split(PLACEHOLDER);

/** The names in a template, as they are written. */
export const placeholdersIn = (template: string): string[] =>
  splitTemplate(template).filter((_text, at) => at % 2 === 1);

/** The properties to review whose text reaches no print: they are in no print note, and no link to artwork. */
export function unprintedReviews(
  {
    personalizationProperties,
    noteTemplate,
    artworkProperties: { front, back, mockup },
  }: Pick<ShopSettings, "personalizationProperties" | "noteTemplate" | "artworkProperties">,
  mappingNotes: readonly string[],
): string[] {
  const names = [...[noteTemplate, ...mappingNotes].flatMap(placeholdersIn), ...front, ...back, ...mockup].map(
    foldName,
  );
  return personalizationProperties.filter((name) => !names.includes(foldName(name)));
}
