import { randomUUID } from "node:crypto";
import type { RowId } from "../../app/ports/ids.ts";

/** The id of a row of any table; a word, where no database is asked. */
export const idOf = (text: string): RowId => text as RowId;

export const newId = (): RowId => idOf(randomUUID());
