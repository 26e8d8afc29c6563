import { orderIdSchema, type OrderId } from "../../../ports/ids.ts";
import { SORTS, type Sort } from "./list-query.ts";

/** A position between two orders of a sorted list. */
export interface Position {
  at: Date;
  id: OrderId;
}

/** A position as an opaque text, valid for one sorting. */
export function writeCursor(sort: Sort, position: Position): string {
  return Buffer.from(`${SORTS.indexOf(sort)} ${position.at.getTime()} ${position.id}`).toString("base64url");
}

/** The position of a cursor; null for an invalid cursor, or one of another sorting. */
export function readCursor(sort: Sort, cursor: string | null): Position | null {
  if (!cursor) return null;
  const [sortIndex, ms, uuid, ...rest] = Buffer.from(cursor, "base64url").toString("latin1").split(" ");
  if (rest.length > 0 || sortIndex !== String(SORTS.indexOf(sort)) || !ms) return null;
  const id = orderIdSchema.safeParse(uuid).data;
  if (!/^\d{1,15}$/.test(ms) || !id) return null;
  const at = new Date(Number(ms));
  return Number.isNaN(at.getTime()) || at.getUTCFullYear() > 9999 ? null : { at, id };
}
