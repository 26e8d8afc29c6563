interface Line {
  id: string;
  orderStatus: string | null;
}

interface Item {
  status: string | null;
  /** The lines that the item may be about. */
  lines: readonly Line[];
}

/**
 * The words that each line takes from items of one message, by line; of several the last counts. An item names a SKU:
 * where several lines have it, each takes its words, unless they are on a line already (then the item was about that
 * one, and the list told them apart). So a late or repeated event never blurs what the list has shown.
 */
export function statusByLine(items: readonly Item[]): Map<string, string> {
  const after = new Map<string, string>();
  const statusesOf = statusesByLine(items);
  for (const { status, lines } of items) {
    if (status === null) continue;
    for (const line of lines) {
      if (acceptableStatuses(line, lines, [...(statusesOf.get(line.id) ?? [])]).includes(status))
        after.set(line.id, status);
    }
  }
  return after;
}

/** What is said about each line, each word once. */
function statusesByLine(items: readonly Item[]): Map<string, Set<string>> {
  const statuses = new Map<string, Set<string>>();
  for (const { status, lines } of items) {
    if (status === null) continue;
    for (const { id } of lines) statuses.set(id, (statuses.get(id) ?? new Set()).add(status));
  }
  return statuses;
}

/** Which of the words said about its SKU a line may take. */
function acceptableStatuses(line: Line, siblings: readonly Line[], statuses: readonly string[]): readonly string[] {
  if (siblings.length === 1) return statuses;
  if (line.orderStatus !== null && statuses.includes(line.orderStatus)) return [];
  const unassigned = statuses.filter((status) => !siblings.some(({ orderStatus }) => orderStatus === status));
  if (unassigned.length > 0) return unassigned;
  return line.orderStatus === null ? statuses : [];
}
