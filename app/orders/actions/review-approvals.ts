/** The approvals of a review of the customer's texts. */
export const REVIEW_APPROVALS = ["approve_personalization", "print_without_details"] as const;
export type ReviewApproval = (typeof REVIEW_APPROVALS)[number];

/** So many orders are read before one click. */
export const REVIEW_LIMIT = 10;
