import { UnavailableError } from "../ports/errors.ts";
import { asOneRead } from "./points-budget.ts";

export interface Page<T> {
  nodes: T[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

const MAX_PAGES = 100;

/** The nodes of a first page and of those that follow it. null when `read` returns null: the connection's owner is deleted. */
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

/** Ids, as many at a time as one call takes. */
export function* batchesOf<T>(ids: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < ids.length; start += size) yield ids.slice(start, start + size);
}

/** What has pages, as one call shows it. */
interface Versioned {
  updatedAt: string;
}

/** Calls of one read show their owner as it was at different times. */
class ChangedMeanwhile extends Error {}

/** What a further call shows of an owner. @throws ChangedMeanwhile where the owner has changed since the first call */
export function unchanged<T extends Versioned>(first: Versioned, shown: T | null | undefined): T | null {
  if (shown && shown.updatedAt !== first.updatedAt) throw new ChangedMeanwhile();
  return shown ?? null;
}

const MAX_READS = 3;

/** A read of several calls, made again where `unchanged` finds a change between them: their answers are no one state. */
export async function readUnchanged<T>(read: () => Promise<T>): Promise<T> {
  for (let count = 1; count <= MAX_READS; count += 1) {
    try {
      return await asOneRead(read);
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) throw error;
    }
  }
  throw new UnavailableError("changed in Shopify while it was read");
}
