import { useState } from "preact/hooks";
import type { CardQuestion } from "../../app/extension-api/responses.ts";
import { t } from "./host.ts";

/** Says what an act will do, shows what it would send again, and lets a person go through with it or not. */
export function Question(props: { question: CardQuestion; busy: boolean; onDo(): void; onCancel(): void }) {
  const { question, busy, onDo, onCancel } = props;
  const [vouched, setVouched] = useState(false);
  return (
    <s-stack gap="base">
      <s-heading>{question.title}</s-heading>
      <s-paragraph>{question.says}</s-paragraph>
      <s-text color="subdued">{t("common.reference", { reference: question.reference })}</s-text>
      {question.answers.length > 0 && <Listed title={t("common.answersAll")} lines={question.answers} />}
      {question.items.length > 0 && <Listed title={t("common.sentAgain")} lines={question.items.map(itemWords)} />}
      {question.word !== null && (
        <s-checkbox
          label={question.word}
          checked={vouched}
          onChange={(event) => setVouched(event.currentTarget.checked)}
        />
      )}
      <s-stack direction="inline" gap="small">
        <s-button
          variant="primary"
          tone={question.destructive ? "critical" : "auto"}
          disabled={question.word !== null && !vouched}
          loading={busy}
          onClick={onDo}
        >
          {question.button}
        </s-button>
        <s-button disabled={busy} onClick={onCancel}>
          {t("common.cancel")}
        </s-button>
      </s-stack>
    </s-stack>
  );
}

function Listed({ title, lines }: { title: string; lines: string[] }) {
  return (
    <s-stack gap="small-200">
      <s-text>{title}</s-text>
      <s-unordered-list>
        {lines.map((line) => (
          <s-list-item key={line}>{line}</s-list-item>
        ))}
      </s-unordered-list>
    </s-stack>
  );
}

const itemWords = ({ quantity, itemSku, title }: CardQuestion["items"][number]): string =>
  t("common.item", { quantity, itemSku, title });
