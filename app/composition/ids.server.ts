import { randomInt } from "node:crypto";
import { v7 } from "uuid";
import type { Clock, Ids } from "../ports/clock.ts";

export const systemClock: Clock = { now: () => new Date() };

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

export const systemIds: Ids = {
  uuid: () => v7(),
  code: (length) => Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join(""),
};
