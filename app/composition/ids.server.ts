import { randomInt } from "node:crypto";
import { v7 } from "uuid";
import type { Ids } from "../ports/clock.ts";

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

export const systemIds: Ids = {
  uuid: () => v7(),
  code: (length) => Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join(""),
};
