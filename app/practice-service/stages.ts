import type { PracticeStage } from "../../prisma/client/client.ts";
import { MINUTE_MS } from "../ports/clock.ts";

/** A stage of a practice order: its status, and what follows after a time in milliseconds. */
interface Stage {
  status: string;
  next: { stage: PracticeStage; afterMs: number } | null;
}

/** Short, so that a practice order goes through them while somebody watches. "In production" is the service's own word. */
export const STAGES: Readonly<Record<PracticeStage, Stage>> = {
  received: { status: "Received", next: { stage: "in_production", afterMs: MINUTE_MS } },
  in_production: { status: "In production", next: { stage: "shipped", afterMs: 2 * MINUTE_MS } },
  shipped: { status: "Shipped", next: null },
};

/** When the stage after one that begins `at` is due; null after the last one. */
export function nextStageAt(stage: PracticeStage, at: Date): Date | null {
  const { next } = STAGES[stage];
  return next && new Date(at.getTime() + next.afterMs);
}

/** Marks a tracking number of a practice order wherever it is shown. */
const PREFIX = "PRACTICE-";

/** The one tracking number of a practice order, and the link to the page of this app that says what it is. */
export function practiceTracking(appUrl: string, reference: string): { trackingNumber: string; trackingUrl: string } {
  return { trackingNumber: `${PREFIX}${reference}`, trackingUrl: new URL("/practice-tracking", appUrl).href };
}
