import { ROWS, URGENCIES, type AttentionRow, type ReasonAction } from "./attention-registry.ts";

export type AttentionCode = keyof typeof ROWS;
export type AttentionPhase = AttentionRow["phase"];
export type Urgency = AttentionRow["urgency"];

/** The codes found by one source, as a type. */
export type CodeFoundBy<Source extends AttentionRow["foundBy"]> = {
  [Code in AttentionCode]: (typeof ROWS)[Code]["foundBy"] extends Source ? Code : never;
}[AttentionCode];

export const ATTENTION: Readonly<Record<AttentionCode, AttentionRow>> = ROWS;
export const ATTENTION_CODES = Object.keys(ROWS) as AttentionCode[];

export const codesWhere = (matches: (row: AttentionRow) => boolean): readonly AttentionCode[] =>
  ATTENTION_CODES.filter((code) => matches(ATTENTION[code]));

export const codesFoundBy = <Source extends AttentionRow["foundBy"]>(source: Source): readonly CodeFoundBy<Source>[] =>
  codesWhere(({ foundBy }) => foundBy === source) as CodeFoundBy<Source>[];

/** The reasons that an action of staff clears. */
export const codesOffering = (action: ReasonAction): readonly AttentionCode[] =>
  codesWhere(({ actions }) => actions?.includes(action) ?? false);

/** Holds that a change on a page may end. */
export const holdsFixedIn = (page: NonNullable<AttentionRow["fixedIn"]>): readonly AttentionCode[] =>
  codesWhere(({ phase, fixedIn }) => phase === "hold" && fixedIn === page);

export const isHold = (code: AttentionCode): boolean => ATTENTION[code].phase === "hold";
export const HOLDS = codesWhere(({ phase }) => phase === "hold");
export const NOTICES = codesWhere(({ phase }) => phase === "notice");
/** Why sending takes longer than the edit window. */
export const DELAYS = codesWhere(({ phase, foundBy }) => phase === "notice" && foundBy === "submit");
/** Holds of a line that a mapping of its variant may end. */
export const NEEDS_MAPPING = codesWhere(({ needsMapping }) => needsMapping === true);
/** Holds of a line that has no artwork to print. */
export const ARTWORK_HOLDS = codesWhere(({ lacksArtwork }) => lacksArtwork === true);
/** Holds that staff clears after a look at what is printed. */
export const FILE_REVIEWS = codesWhere(({ reviewsFiles }) => reviewsFiles === true);
/** Holds with texts of the customer to review. */
export const TEXT_REVIEWS = codesWhere(({ reviewsTexts }) => reviewsTexts === true);
/** What an approval of several orders at once ends. */
export const BULK_APPROVED = codesWhere(
  ({ actions, oneByOne }) => !oneByOne && (actions?.some((one) => one === "approve" || one === "release") ?? false),
);
/** While one is open, no step of the print service comes next by itself. */
export const STOP_PRINTING = codesWhere(({ stopsPrinting }) => stopsPrinting === true);
/** Why a submission is `rejected`: cleared by changed content, or by staff who sends it again. */
export const REJECTIONS = codesWhere(({ explainsState }) => explainsState === "rejected");
/** Why a submission is `uncertain`: cleared by its being found or shown absent, or by a decision of staff. */
export const UNCERTAINTIES = codesWhere(({ explainsState }) => explainsState === "uncertain");
/** Why a submission that was sent is not known to be at the service. */
export const UNSENT_PROBLEMS = [...REJECTIONS, ...UNCERTAINTIES];

export const urgency = (code: AttentionCode): Urgency => ATTENTION[code].urgency;

/** Whether staff has to act, here or in Shopify, before the order continues. */
export const needsStaffAction = (code: AttentionCode): boolean => urgency(code) !== "automatic";
export const STAFF_ACTION_CODES = ATTENTION_CODES.filter(needsStaffAction);
/** Those of them that have an entry in the inbox for each order, and those with one for the shop. */
export const [SHOP_WIDE_CODES, INBOX_CODES] = [true, false].map((shopWide) =>
  codesWhere((row) => row.urgency !== "automatic" && (row.shopWide ?? false) === shopWide),
) as [readonly AttentionCode[], readonly AttentionCode[]];

/**
 * What happened and what is to be done. `shipped`: the parcel is on its way, and what was to be done before no longer helps.
 * Pages, Home and Shopify Flow say the same.
 */
export function reasonWords(code: AttentionCode, shipped: boolean): Pick<AttentionRow, "message" | "fix" | "asks"> {
  const { message, fix, asks, afterShipping } = ATTENTION[code];
  return shipped && afterShipping ? afterShipping : { message, fix, asks };
}

/** For sorting: the most pressing first. */
export const byUrgency = (a: AttentionCode, b: AttentionCode): number =>
  URGENCIES.indexOf(urgency(a)) - URGENCIES.indexOf(urgency(b));

/** A reason not to send. `subject` distinguishes several of one code; an approval counts for one `basis` only. */
export interface Hold {
  code: AttentionCode;
  subject: string;
  basis: string;
  /** Field names, codes and numbers: never values of the order. */
  detail: Record<string, unknown>;
}

/** A hold of which only the named parts are set. */
export const newHold = (code: AttentionCode, parts: Partial<Omit<Hold, "code">> = {}): Hold => ({
  code,
  subject: "",
  basis: "",
  detail: {},
  ...parts,
});
