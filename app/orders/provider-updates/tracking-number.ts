import { cleanText } from "../../common/clean-text.ts";

const MAX_LENGTH = 255;

/** A tracking number as it is kept: two spellings of one parcel are one parcel. "" when nothing visible is in it. */
export const normalizeTrackingNumber = (given: string): string => cleanText(given).slice(0, MAX_LENGTH);
