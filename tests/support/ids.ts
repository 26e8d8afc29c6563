import { v7 } from "uuid";
import type { RowId } from "../../app/ports/ids.ts";

/** The id of a row of any table; a word, where no database is asked. */
export const idOf = (text: string): RowId => text as RowId;

/** In the sequence of the calls, as the app's own. */
export const newId = (): RowId => idOf(v7());
