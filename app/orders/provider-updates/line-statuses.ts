interface Line {
  id: string;
  orderStatus: string | null;
}

interface Item {
  words: string | null;
  /** The lines that the item may be about. */
  lines: readonly Line[];
}

/**
 * The words that each line takes from items of one message, by line; of several the last counts. An item names a SKU: where
 * several lines have it, each takes its words, unless they are on a line already (then the item was about that one, and the
 * list told them apart). So a late or repeated event never blurs what the list has shown.
 */
export function lineWords(items: readonly Item[]): Map<string, string> {
  const after = new Map<string, string>();
  const saidOf = wordsByLine(items);
  for (const { words, lines } of items) {
    if (words === null) continue;
    for (const line of lines) {
      if (takes(line, lines, [...(saidOf.get(line.id) ?? [])]).includes(words)) after.set(line.id, words);
    }
  }
  return after;
}

/** What is said about each line, each word once. */
function wordsByLine(items: readonly Item[]): Map<string, Set<string>> {
  const said = new Map<string, Set<string>>();
  for (const { words, lines } of items) {
    if (words === null) continue;
    for (const { id } of lines) said.set(id, (said.get(id) ?? new Set()).add(words));
  }
  return said;
}

/** Which of the words said about its SKU a line may take. */
function takes(line: Line, siblings: readonly Line[], said: readonly string[]): readonly string[] {
  if (siblings.length === 1) return said;
  if (line.orderStatus !== null && said.includes(line.orderStatus)) return [];
  const fresh = said.filter((words) => !siblings.some(({ orderStatus }) => orderStatus === words));
  if (fresh.length > 0) return fresh;
  return line.orderStatus === null ? said : [];
}
