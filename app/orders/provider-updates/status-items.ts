import type { SubmissionLine, ReportedBy } from "../../../prisma/client/client.ts";
import type { OrdersContext } from "../core/context.ts";
import type { SubmissionRow } from "../core/submission-row.ts";
import type { StatusMeaning } from "./status-meaning.ts";
import type { WebhookDeliveryId } from "../../ports/ids.ts";

export interface StatusItem {
  itemSku: string;
  orderStatus: string | null;
  /** The service's message; may quote an address, so it is only hashed here and stored in the encrypted delivery. */
  messageError: string | null;
  /** List and detail only; undefined leaves what is known. */
  paymentStatus?: string | null;
  /** Keyed hash of the item's artwork links, where the service showed them. */
  artworkHash?: string;
}

/** An item of the update with the lines that it may mean. */
export interface MatchedItem {
  item: StatusItem;
  status: string | null;
  meaning: StatusMeaning;
  lines: SubmissionLine[];
  /** These lines have one SKU. Otherwise none of them gets the status. */
  isClear: boolean;
  /** At least one line had another status before. */
  changed: boolean;
}

export interface MatchedUpdate {
  submission: SubmissionRow;
  items: MatchedItem[];
  deliveryId: WebhookDeliveryId | null;
  reportedBy: ReportedBy;
}

/** A keyed hash that is the same for the same report: messages are not stored. */
export function basisOf(ctx: Pick<OrdersContext, "encryptor">, entries: readonly MatchedItem[]): string {
  return ctx.encryptor.hash(
    JSON.stringify(entries.map(({ item, status }) => [item.itemSku, status, item.messageError ?? ""])),
  );
}
