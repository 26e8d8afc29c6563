import { useState, type ReactNode } from "react";
import type { Act } from "../../orders/actions/actions.ts";
import type { OrderPage } from "../../orders/pages/details/order-page.ts";
import type { Acting } from "./action-button.tsx";
import { ActDialog } from "./action-dialog.tsx";
import { ExcludeDialog } from "./exclude-dialog.tsx";
import { questionFor, type Wish } from "./act-words.ts";

/** Acts go straight through, or by a question where they have one or answer several reasons at once. */
export function useActing(
  page: OrderPage,
  busy: Wish | null,
  onAct: (wish: Wish) => void,
): { acting: Acting; dialog: ReactNode } {
  const [open, setOpen] = useState<{ act: Act; submissionId: string } | null>(null);
  const [excluding, setExcluding] = useState<string | null>(null);
  const answersOf = (act: Act, submissionId: string) =>
    page.reasons.filter((reason) => reason.submissionId === submissionId && reason.acts.includes(act));
  const question = (act: Act, submissionId: string) => questionFor(act, answersOf(act, submissionId).length);
  const acting: Acting = {
    busy,
    asks: (act, submissionId) => question(act, submissionId) !== null,
    wish: (act, submissionId) => {
      const wish = { act, submissionId };
      if (question(act, submissionId)) setOpen(wish);
      else onAct(wish);
    },
    wishLine: (act, lineId) => {
      if (act === "exclude_line") setExcluding(lineId);
      else onAct({ act, lineId });
    },
  };
  const line = page.lines.find(({ id }) => id === excluding);
  if (line) {
    const onDo = () => {
      setExcluding(null);
      onAct({ act: "exclude_line", lineId: line.id });
    };
    return { acting, dialog: <ExcludeDialog line={line} onClose={() => setExcluding(null)} onDo={onDo} /> };
  }
  const submission = page.submissions.find(({ id }) => id === open?.submissionId);
  const asked = open && question(open.act, open.submissionId);
  const dialog = open && submission && asked && (
    <ActDialog
      asked={{ act: open.act, question: asked, submission, answers: answersOf(open.act, submission.id) }}
      onClose={() => setOpen(null)}
      onDo={() => {
        setOpen(null);
        onAct(open);
      }}
    />
  );
  return { acting, dialog };
}
