import { boardShowsWhatIs } from "./board.ts";
import { catalogChangesAreWhole } from "./catalog.ts";
import { webhooksAreDurable, forgeriesHaveNoEffect } from "./webhooks.ts";
import type { Invariant } from "./invariant.ts";
import { ordersReachAnEnd, statesMoveForward } from "./progress.ts";
import { parcelsFulfilledOnce, shownOnceInShopify } from "./parcels.ts";
import { canceledRightly, dayLimitHolds, paidInVainIsTold, paidOnce, writesEnd } from "./payments.ts";
import { createsAreClaimed, printedOnce, oneLiveClaim, pausesAreObeyed, resendsAreProven } from "./submissions.ts";
import { printedAsSeen } from "./printed-content.ts";
import { resourcesAreBounded, erasedShopsAreGone, noSecretsLeak, shopsAreIsolated } from "./isolation.ts";

/** What has to hold whatever fails. */
export const INVARIANTS: readonly Invariant[] = [
  webhooksAreDurable,
  printedOnce,
  ordersReachAnEnd,
  createsAreClaimed,
  resendsAreProven,
  oneLiveClaim,
  statesMoveForward,
  parcelsFulfilledOnce,
  forgeriesHaveNoEffect,
  shopsAreIsolated,
  noSecretsLeak,
  resourcesAreBounded,
  erasedShopsAreGone,
  printedAsSeen,
  boardShowsWhatIs,
  catalogChangesAreWhole,
  pausesAreObeyed,
  shownOnceInShopify,
  paidOnce,
  canceledRightly,
  paidInVainIsTold,
  dayLimitHolds,
  writesEnd,
];
