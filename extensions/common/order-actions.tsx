import { useState } from "preact/hooks";
import type { CardAct } from "../../app/extension-api/responses.ts";
import { t } from "./host.ts";
import { Question } from "./confirmation.tsx";
import type { UsedOrder, Wish } from "./use-order.ts";

/** Buttons for these acts, and after them the one that asks Shopify and the print service anew, if there is room. */
export function OrderActs({ order, acts, refresh }: { order: UsedOrder; acts: CardAct[]; refresh: boolean }) {
  const [asked, setAsked] = useState<CardAct | null>(null);
  const { busy } = order;
  // What is not offered any more is not asked any more.
  const open = asked && order.card?.acts.find((one) => same(one, asked));
  if (open?.question) {
    const go = () => {
      setAsked(null);
      order.act({ act: open.act, submissionId: open.submissionId });
    };
    return <Question question={open.question} busy={busy !== null} onDo={go} onCancel={() => setAsked(null)} />;
  }
  return (
    <s-stack direction="inline" gap="small">
      {acts.map((one, place) => (
        <s-button
          key={`${one.act} ${one.submissionId}`}
          variant={place === 0 ? "primary" : "secondary"}
          loading={busy !== null && same(busy, one)}
          disabled={busy !== null && !same(busy, one)}
          onClick={() => (one.question ? setAsked(one) : order.act({ act: one.act, submissionId: one.submissionId }))}
        >
          {one.question ? `${one.label}…` : one.label}
        </s-button>
      ))}
      {refresh && (
        <s-button
          loading={busy?.act === "refresh"}
          disabled={busy !== null && busy.act !== "refresh"}
          onClick={() => order.act({ act: "refresh" })}
        >
          {t("common.refresh")}
        </s-button>
      )}
    </s-stack>
  );
}

const same = (a: Wish, b: Wish): boolean =>
  a.act === b.act && ("submissionId" in a ? a.submissionId : "") === ("submissionId" in b ? b.submissionId : "");
