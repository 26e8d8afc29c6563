import type { Submission, SubmissionLine, ReportedBy } from "@prisma/client";
import type { OrdersContext } from "../core/context.ts";
import type { StatusMeaning } from "./status-meaning.ts";

export interface StatusItem {
  itemSku: string;
  orderStatus: string | null;
  /** The service's own words; may quote an address, so they are hashed here and kept only in the encrypted delivery. */
  messageError: string | null;
  /** List and detail only; undefined leaves what is known. */
  paymentStatus?: string | null;
  /** Keyed hash of the item's artwork links, where the service showed them. */
  artworkHash?: string;
}

/** An item of the news with the lines that it is about. */
export interface MatchedItem {
  item: StatusItem;
  status: string | null;
  meaning: StatusMeaning;
  lines: SubmissionLine[];
  /** At least one line had another status before. */
  changed: boolean;
}

export interface MatchedUpdate {
  submission: Submission;
  items: MatchedItem[];
  deliveryId: string | null;
  reportedBy: ReportedBy;
}

/** The same words about the same items, without keeping them. */
export function basisOf(ctx: Pick<OrdersContext, "encryptor">, entries: readonly MatchedItem[]): string {
  return ctx.encryptor.hash(
    JSON.stringify(entries.map(({ item, status }) => [item.itemSku, status, item.messageError ?? ""])),
  );
}
