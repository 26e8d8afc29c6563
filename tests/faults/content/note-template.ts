/** One placeholder of a note template, with the words before it. */
export interface NotePart {
  before: string;
  property: string;
}

/** The template as a merchant types it. */
export const templateText = (parts: readonly NotePart[]): string =>
  parts.map(({ before, property }) => `${before}{${property}}`).join(", ");

export interface Property {
  name: string;
  value: string;
}

/** The text of a property as one line. */
export const oneLine = (text: string): string => text.replaceAll("\n", " ");

/** What the template becomes for a line: a placeholder without text goes, with the words before it. */
export function fillTemplate(parts: readonly NotePart[], properties: readonly Property[]): string {
  const filled = parts.flatMap(({ before, property }) => {
    const value = properties.find(({ name }) => name === property)?.value;
    return value === undefined ? [] : [before + oneLine(value)];
  });
  return filled.join(", ");
}

/** What the run's shops make notes with, by the numbers of the schedule. */
export const NOTE_TEMPLATES: readonly (readonly NotePart[])[] = [
  [],
  [
    { before: "", property: "Name on the back" },
    { before: "", property: "Number" },
  ],
  [
    { before: "Back: ", property: "Name on the back" },
    { before: "No. ", property: "Number" },
  ],
  [{ before: "", property: "Number" }],
];
