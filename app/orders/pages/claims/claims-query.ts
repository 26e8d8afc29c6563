import type { ClaimKind, ClaimState } from "../../../../prisma/client/client.ts";
import { isUuid, type ClaimId } from "../../../ports/ids.ts";
import { CLAIM_KINDS, CLAIM_STATES } from "../../core/claims.ts";

/** The filters of the claims page; null: all. */
export interface ClaimsQuery {
  state: ClaimState | null;
  kind: ClaimKind | null;
  /** The claim after which the page begins; null for the first page. */
  after: ClaimId | null;
}

/** The query of the page's address. What cannot be read filters nothing. */
export function readClaimsQuery(params: URLSearchParams): ClaimsQuery {
  const after = params.get("after") ?? "";
  return {
    state: CLAIM_STATES.find((one) => one === params.get("state")) ?? null,
    kind: CLAIM_KINDS.find((one) => one === params.get("kind")) ?? null,
    after: isUuid(after) ? (after as ClaimId) : null,
  };
}

/** The page's address for a query. */
export function writeClaimsQuery({ state, kind, after }: ClaimsQuery): URLSearchParams {
  const given = Object.entries({ state, kind, after }).filter(([, value]) => value !== null);
  return new URLSearchParams(given as [string, string][]);
}

/** Of these days are the figures of the page. */
export const FIGURE_DAYS = 90;
