import { labelOf, questionFor } from "../components/order-details/act-words.ts";
import type { Act } from "../orders/actions/actions.ts";
import type { OfferedAct, OrderGlance } from "../orders/pages/details/order-summary.ts";
import type { CardAct, CardQuestion } from "./responses.ts";

/** Acts that send goods to print again. */
const SENDS_AGAIN: readonly Act[] = ["replace", "is_not_there"];

/** What a person may do with the order, with what is asked before. */
export function cardActs(glance: OrderGlance): CardAct[] {
  return glance.acts.map((offered) => ({
    act: offered.act,
    submissionId: offered.submissionId,
    label: labelOf(offered.act, offered.code ?? undefined),
    mends: offered.code !== null,
    question: questionOf(glance, offered),
  }));
}

function questionOf(glance: OrderGlance, { act, submissionId, reference, answers }: OfferedAct): CardQuestion | null {
  const question = questionFor(act, answers);
  if (!question) return null;
  const { title, says, word, button, destructive } = question;
  const answered = glance.reasons.filter((one) => one.submissionId === submissionId && one.acts.includes(act));
  return {
    title,
    says,
    reference,
    answers: answered.length > 1 ? answered.map(({ says, about }) => (about ? `${says} (${about})` : says)) : [],
    items: SENDS_AGAIN.includes(act) ? (glance.items[submissionId] ?? []) : [],
    word,
    button,
    destructive,
  };
}
