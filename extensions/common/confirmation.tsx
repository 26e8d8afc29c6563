import { useState } from "preact/hooks";
import type { CardConfirmation } from "../../app/extension-api/responses.ts";
import { t } from "./host.ts";

/** Asks a merchant to confirm an action: its consequence, and the items that it sends again. */
export function Confirmation(props: {
  confirmation: CardConfirmation;
  busy: boolean;
  onConfirm(): void;
  onCancel(): void;
}) {
  const { confirmation, busy, onConfirm, onCancel } = props;
  const [confirmed, setConfirmed] = useState(false);
  return (
    <s-stack gap="base">
      <s-heading>{confirmation.title}</s-heading>
      <s-paragraph>{confirmation.message}</s-paragraph>
      <s-text color="subdued">{t("common.reference", { reference: confirmation.reference })}</s-text>
      {confirmation.resolvedReasons.length > 0 && (
        <TitledList title={t("common.resolvesAll")} lines={confirmation.resolvedReasons} />
      )}
      {confirmation.items.length > 0 && (
        <TitledList title={t("common.sentAgain")} lines={confirmation.items.map(itemText)} />
      )}
      {confirmation.checkboxLabel !== null && (
        <s-checkbox
          label={confirmation.checkboxLabel}
          checked={confirmed}
          onChange={(event) => setConfirmed(event.currentTarget.checked)}
        />
      )}
      <s-stack direction="inline" gap="small">
        <s-button
          variant="primary"
          tone={confirmation.destructive ? "critical" : "auto"}
          disabled={confirmation.checkboxLabel !== null && !confirmed}
          loading={busy}
          onClick={onConfirm}
        >
          {confirmation.buttonLabel}
        </s-button>
        <s-button disabled={busy} onClick={onCancel}>
          {t("common.cancel")}
        </s-button>
      </s-stack>
    </s-stack>
  );
}

function TitledList({ title, lines }: { title: string; lines: string[] }) {
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

const itemText = ({ quantity, itemSku, title }: CardConfirmation["items"][number]): string =>
  t("common.item", { quantity, itemSku, title });
