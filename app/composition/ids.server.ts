import { randomInt } from "node:crypto";
import { v7 } from "uuid";
import type { Ids } from "../ports/clock.ts";
import type { RowId } from "../ports/ids.ts";

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

export const systemIds: Ids = {
  uuid: () => v7() as RowId,
  code: (length) => Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join(""),
};
