import type { Submission, SubmissionLine } from "@prisma/client";
import type { OrdersContext } from "../core/context.ts";
import type { SeenBy } from "./find-by-reference.ts";
import type { Meaning } from "./status-meaning.ts";

export interface StatusItem {
  itemSku: string;
  orderStatus: string | null;
  /** The service's own words; may quote an address, so they are hashed here and kept only in the sealed delivery. */
  messageError: string | null;
  /** List and detail only; undefined leaves what is known. */
  paymentStatus?: string | null;
  /** Keyed hash of the item's artwork links, where the service showed them. */
  artworkHash?: string;
}

/** An item of the news with the lines that it is about. */
export interface ReadItem {
  item: StatusItem;
  words: string | null;
  means: Meaning;
  lines: SubmissionLine[];
  /** At least one line had another status before. */
  changed: boolean;
}

export interface StatusSeen {
  submission: Submission;
  read: ReadItem[];
  deliveryId: string | null;
  seenBy: SeenBy;
}

export const idsOf = (row: Submission) => ({ shopId: row.shopId, orderId: row.orderId, submissionId: row.id });

/** The same words about the same items, without keeping them. */
export function basisOf(ctx: Pick<OrdersContext, "seal">, entries: readonly ReadItem[]): string {
  return ctx.seal.hash(
    JSON.stringify(entries.map(({ item, words }) => [item.itemSku, words, item.messageError ?? ""])),
  );
}
