import { cleanText } from "../../common/clean-text.ts";

const LONGEST_NUMBER = 255;

/** A tracking number as it is kept: two spellings of one parcel are one parcel. "" when nothing visible is in it. */
export const parcelNumber = (given: string): string => cleanText(given).slice(0, LONGEST_NUMBER);
