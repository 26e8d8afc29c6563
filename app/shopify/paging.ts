import { UnavailableError } from "../ports/errors.ts";

export interface Page<T> {
  nodes: T[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

const MAX_PAGES = 100;

/** All nodes of a connection, or an error. null when `read` returns null: the connection's owner is deleted. */
export async function allNodes<T>(read: (after: string | null) => Promise<Page<T> | null>): Promise<T[] | null> {
  const first = await read(null);
  return first ? remainingNodes(first, read) : null;
}

/** The nodes of a first page and of those that follow it. */
export async function remainingNodes<T>(
  first: Page<T>,
  read: (after: string) => Promise<Page<T> | null>,
): Promise<T[] | null> {
  const nodes = [...first.nodes];
  let page = first;
  for (let count = 1; page.pageInfo.hasNextPage && page.pageInfo.endCursor; count += 1) {
    if (count >= MAX_PAGES) throw new UnavailableError("a list of Shopify has too many pages");
    const next = await read(page.pageInfo.endCursor);
    if (!next) return null;
    nodes.push(...next.nodes);
    page = next;
  }
  return nodes;
}
