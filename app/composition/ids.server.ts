import { randomInt } from "node:crypto";
import { v7 } from "uuid";
import { CODE_ALPHABET, type Ids } from "../ports/clock.ts";
import type { RowId } from "../ports/ids.ts";

export const systemIds: Ids = {
  uuid: () => v7() as RowId,
  code: (length) => Array.from({ length }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join(""),
};
