import { draws } from "../schedule/random.ts";
import { drawCrash } from "../schedule/unusual-orders.ts";
import { chooseAnswer } from "./choose-answer.ts";
import { openQuestions } from "./open-questions.ts";
import { takeStaffAction } from "./staff-action.ts";
import type { Simulation } from "./simulation.ts";

const BY_A_PERSON = ["payment_due_at_provider", "cancelled_after_sent"];

/**
 * Staff pays for what the service shows as unpaid, and cancels there what was canceled in Shopify, where that is for a person. The page may
 * fail at any point, and a second person clicks at the same time. Each reason is answered once. Returns how many were.
 */
export async function payAndCancel(simulation: Simulation): Promise<number> {
  const { shops, schedule, answeredWrites } = simulation;
  const domains = shops.filter((shop) => !shop.uninstalledForGood).map(({ domain }) => domain);
  const draw = draws(schedule.seed, `crashes of payments and cancellations ${answeredWrites.size}`);
  let answered = 0;
  for (const question of await openQuestions(simulation, domains)) {
    const { code, found, lineGid, submissionId } = question;
    const key = `${code} ${submissionId}`;
    const request = BY_A_PERSON.includes(code) && !answeredWrites.has(key) && chooseAnswer(simulation, question);
    if (!request) continue;
    answeredWrites.add(key);
    answered += 1;
    await takeStaffAction(simulation, { request, found, lineGid, crash: drawCrash(draw), twice: true });
  }
  return answered;
}
