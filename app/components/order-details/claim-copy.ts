import type { ClaimKind } from "../../../prisma/client/client.ts";
import type { AddPhotoResult } from "../../orders/actions/claims.ts";
import { MAX_PHOTO_BYTES, MAX_PHOTOS } from "../../orders/core/claims.ts";
import type { ClaimView } from "../../orders/pages/details/claim-views.ts";
import type { SubmissionView } from "../../orders/pages/details/submission-view.ts";
import { pluralize } from "../common/format.ts";
import { PARTS } from "../common/provider-message-copy.ts";

/** Texts of claims on the page of an order. */
export const CLAIMS = {
  title: "Claims",
  hint: "A package arrived damaged, wrong, or not at all? Open a claim to follow what the print service answers.",
  open: "Open claim…",
  openFor: (reference: string) => `Open claim for ${reference}…`,
  report: "Report a problem…",
  reportLabel: (trackingNumber: string) => `Report a problem with package ${trackingNumber}`,
  ofParcel: (problem: string, state: string) => `Claim: ${problem} (${state.toLowerCase()})`,
  opened: "Opened",
  asked: "Sent to the print service",
  done: "Done",
  by: (name: string) => ` by ${name}`,
  tracking: (number: string) => `Package ${number}`,
  printOrder: (reference: string) => `Print order ${reference}`,
  item: (quantity: number, title: string) => `${quantity} × ${title}`,
  erased: "The texts and photos of this claim were erased.",
  answered: "The print service answered",
  reprint: (reference: string, canceled: boolean) =>
    `Reprint ${reference}${canceled ? " was canceled." : " was requested for this claim."}`,
  photo: (at: number) => `Photo ${at}`,
  download: (at: number) => `Download photo ${at}`,
  remove: (at: number) => `Remove photo ${at}`,
  downloadButton: "Download",
  removeButton: "Remove",
  downloadFailed: "The photo couldn't be downloaded. Try again in a moment.",
  buttons: {
    message: "Message print service…",
    answer: "Record answer…",
    correctAnswer: "Correct answer…",
    reprint: "Reprint items…",
    customer: "Message customer…",
    photos: "Add photos…",
    close: "Mark as done",
    reopen: "Reopen",
  },
  saved: {
    open: "Claim opened",
    ask: "Claim marked as sent",
    answer: "Answer saved",
    close: "Claim marked as done",
    reopen: "Claim reopened",
    remove_photo: "Photo removed",
    photos: "Photos added",
  },
  refused: {
    not_found: "This claim doesn't exist anymore. Reload the page.",
    invalid_state: "This isn't possible anymore: the claim or the order changed. Reload the page.",
    changed: "Someone changed this claim in the meantime. Check the claim and try again.",
  },
};

/** Texts of the dialog that opens a claim, and of adding photos. */
export const CLAIM_FORM = {
  title: "Open claim",
  save: "Open claim",
  twice: {
    title: "A claim is open for these items",
    text: "Open another one only if the customer reported something else.",
  },
  package: "Package",
  allPackages: "The whole print order",
  problem: "Problem",
  choose: "Select a problem",
  description: "What happened",
  descriptionHelp: "In your words, for the print service. Leave out the customer's name and address.",
  errors: {
    kind: "Select a problem.",
    none: "Enter the quantity of at least one item.",
    description: "Describe what happened.",
    tooLong: (max: number) => `Enter at most ${max.toLocaleString("en-US")} characters.`,
  },
  photos: {
    title: "Add photos",
    label: "Photos",
    action: "Add photos",
    hint: `JPEG, PNG, or WebP, up to ${MAX_PHOTO_BYTES / 1_000_000} MB each, ${MAX_PHOTOS} in total. The place where a photo was taken is removed.`,
    remove: (name: string) => `Remove ${name}`,
    adding: (at: number, count: number) => `Adding photo ${at} of ${count}`,
    add: "Add photos",
    opened: "The claim was opened, but some photos weren't added.",
    tooMany: `A claim can have up to ${MAX_PHOTOS} photos.`,
    tryAgain: "Try again",
    close: "Close",
  },
};

export type PhotoFailure = Exclude<AddPhotoResult, "done"> | "failed" | "too_large";

/** Why a photo was not added. */
export const PHOTO_FAILURES: Readonly<Record<PhotoFailure, string>> = {
  type: "Choose a JPEG, PNG, or WebP photo.",
  too_large: `The photo is larger than ${MAX_PHOTO_BYTES / 1_000_000} MB. Choose a smaller one.`,
  unreadable: "The photo can't be opened. Save the photo again, or take a screenshot of the photo.",
  busy: "Too many photos are being added right now. Try again in a moment.",
  too_many: CLAIM_FORM.photos.tooMany,
  not_found: CLAIMS.refused.not_found,
  invalid_state: CLAIMS.refused.invalid_state,
  failed: "Inkbridge couldn't be reached. Try again in a moment.",
};

export const CLAIM_MESSAGE = {
  sent: "Mark as sent",
  attach: (count: number) =>
    `Download ${count === 1 ? "the photo" : `the ${count} photos`} from the claim and attach ${count === 1 ? "it" : "them"}.`,
  customerTitle: "Message to the customer",
  customerHelp: "Check the message, copy it, and send it to your customer. Inkbridge sends nothing.",
};

export const CLAIM_ANSWER = {
  title: "Print service's answer",
  answer: "Answer",
  text: "What the print service wrote",
  save: "Save answer",
  missing: "Select an answer.",
};

/** What the customer reports, to the print service. */
const REPORTS: Readonly<Record<ClaimKind, string>> = {
  damaged: "Our customer reports that the following items arrived damaged.",
  lost: "Our customer reports that the following items didn't arrive.",
  wrong_item: "Our customer reports that other items arrived in place of the following ones.",
  wrong_print: "Our customer reports that the following items are misprinted.",
  other: "Our customer reports a problem with the following items.",
};

interface MessageInput {
  claim: ClaimView;
  submission: Pick<SubmissionView, "reference" | "serviceOrderId" | "storeName" | "parcels" | "items">;
  shopName: string;
}

/** A message to the print service's support about a claim: what happened, and everything needed to answer. */
export function claimMessage({ claim, submission, shopName }: MessageInput): string {
  const { reference, serviceOrderId, storeName, parcels, items } = submission;
  const numbers = claim.trackingNumber ? [claim.trackingNumber] : parcels.map(({ trackingNumber }) => trackingNumber);
  const skuOf = (lineId: string): string => items.find((item) => item.lineId === lineId)?.itemSku ?? "";
  const head = [
    [PARTS.reference, reference],
    [PARTS.serviceOrderId, serviceOrderId ?? ""],
    [PARTS.store, storeName ?? ""],
    ...numbers.map((number) => [PARTS.tracking, number]),
  ].flatMap(([label, value]) => (value ? [`${label}: ${value}`] : []));
  return sections([
    [PARTS.greeting],
    [`${REPORTS[claim.kind]} Please tell us whether you print them again or refund them.`],
    head,
    ["Items:", ...claim.lines.map(({ lineId, title, quantity }) => `- ${quantity} × ${skuOf(lineId)} (${title})`)],
    claim.description ? [`What happened: ${claim.description}`] : [],
    claim.photos.length > 0 ? [`Attached: ${pluralize(claim.photos.length, "photo")}`] : [],
    [`${PARTS.closing},`, shopName],
  ]);
}

/** What the customer wrote about, back to the customer. */
const APOLOGIES: Readonly<Record<ClaimKind, string>> = {
  damaged: "We're sorry that these items arrived damaged:",
  lost: "We're sorry that these items didn't arrive:",
  wrong_item: "We're sorry that you received something other than these items:",
  wrong_print: "We're sorry that these items were misprinted:",
  other: "We're sorry about the problem with these items:",
};

/** A message to the customer: it promises a reprint where one was requested, and nothing else. */
export function customerMessage(claim: ClaimView, orderName: string, shopName: string): string {
  const isReprinted = claim.reprint !== null && claim.reprint.state !== "cancelled";
  return sections([
    [PARTS.greeting],
    [`Thank you for telling us about order ${orderName}. ${APOLOGIES[claim.kind]}`],
    claim.lines.map(({ title, quantity }) => `- ${quantity} × ${title}`),
    [
      isReprinted
        ? "We're printing these items again and sending them to you, at no cost to you."
        : "We're looking into this and will write to you again as soon as we know more.",
    ],
    [shopName],
  ]);
}

const sections = (all: readonly (readonly string[])[]): string =>
  all
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n");
