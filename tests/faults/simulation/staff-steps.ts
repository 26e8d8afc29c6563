import type { CrashPoint, Step } from "../schedule/plan.ts";
import { act } from "./act.ts";
import { chooseAnswer } from "./choose-answer.ts";
import { openQuestions, type OpenQuestion } from "./open-questions.ts";
import { delay, runInBackground, type Simulation, type SimulatedOrder } from "./simulation.ts";
import type { ShopId, SubmissionId } from "../../../app/ports/ids.ts";

/** What staff does in the app while orders come. Returns whether the step was one of these. */
export function applyStaffStep(simulation: Simulation, step: Step): boolean {
  if (step.do !== "answer" && step.do !== "staff hold") return false;
  const found = simulation.orders.get(step.order);
  if (found && !found.shop.uninstalledForGood)
    runInBackground(
      simulation,
      step.do === "answer" ? answerOrder(simulation, found, step.crash) : holdOrder(simulation, found, step.crash),
    );
  return true;
}

/** How long staff waits until the app shows something; what takes longer is answered at the end. */
const PATIENCE_MS = 4_000;
const LOOK_EVERY_MS = 150;

/** Answers whatever the order's page asks first. */
async function answerOrder(simulation: Simulation, found: SimulatedOrder, crash: CrashPoint | null): Promise<void> {
  const questions = await lookFor(async () => {
    const open = await openQuestions(simulation, [found.shop.domain]);
    return open.filter((question) => question.found === found && chooseAnswer(simulation, question) !== null);
  });
  for (const question of questions) await answer(simulation, question, crash);
}

async function answer(simulation: Simulation, question: OpenQuestion, crash: CrashPoint | null): Promise<void> {
  const request = chooseAnswer(simulation, question);
  if (request) await act(simulation, { request, found: question.found, lineGid: question.lineGid, crash });
}

interface UnsentRow {
  shopId: ShopId;
  submissionId: SubmissionId;
}

const UNSENT = `SELECT s."id" AS "submissionId", s."shopId" FROM "Submission" s JOIN "Order" o ON o."id" = s."orderId"
  JOIN "Shop" h ON h."id" = o."shopId"
  WHERE h."domain" = $1 AND o."shopifyGid" = $2 AND s."state" IN ('waiting', 'ready')`;

async function holdOrder(simulation: Simulation, found: SimulatedOrder, crash: CrashPoint | null): Promise<void> {
  const gid = `gid://shopify/Order/${found.order.id}`;
  const [row] = await lookFor(async () => {
    const { pool } = simulation.environment.database;
    return (await pool.query<UnsentRow>(UNSENT, [found.shop.domain, gid])).rows;
  });
  if (row)
    await act(simulation, { found, request: { of: "submission", action: "hold", ref: row }, lineGid: null, crash });
}

/** Looks again and again until there is something. The database may be away just now. */
async function lookFor<T>(look: () => Promise<T[]>): Promise<T[]> {
  const end = performance.now() + PATIENCE_MS;
  while (performance.now() < end) {
    const seen = await look().catch(() => []);
    if (seen.length > 0) return seen;
    await delay(LOOK_EVERY_MS);
  }
  return [];
}
