/** Adds the comma-separated tags of a text. Tags that differ only in case are duplicates. */
export function withTags(values: readonly string[], text: string): string[] {
  const all = [...values];
  for (const part of text.split(",").map((piece) => piece.trim())) {
    if (part && !all.some((value) => value.toLowerCase() === part.toLowerCase())) all.push(part);
  }
  return all;
}
