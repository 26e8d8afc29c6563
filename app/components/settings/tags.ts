/** The tags with those of a text, comma by comma; case does not tell two apart. */
export function withTags(values: readonly string[], text: string): string[] {
  const all = [...values];
  for (const part of text.split(",").map((piece) => piece.trim())) {
    if (part && !all.some((value) => value.toLowerCase() === part.toLowerCase())) all.push(part);
  }
  return all;
}
