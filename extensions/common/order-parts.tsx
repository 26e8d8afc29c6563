import type { CardParcel, CardReason, Label, OrderCard, OrderMoney } from "../../app/extension-api/responses.ts";
import { Badge } from "./badge.tsx";
import { Countdown } from "./countdown.tsx";
import { t } from "./host.ts";
import type { UsedOrder } from "./use-order.ts";

/** Where the order stands, and what happens next. */
export function Standing({ card }: { card: OrderCard }) {
  return (
    <s-stack gap="small">
      {card.state && (
        <s-stack direction="inline" gap="small-200">
          <Badge {...card.state} />
          {card.reasons.slice(0, 3).map(({ id, label }) => (
            <Badge key={id} {...label} />
          ))}
        </s-stack>
      )}
      <s-paragraph>{card.says}</s-paragraph>
      {card.countdown && <Countdown to={card.countdown} now={card.now} />}
    </s-stack>
  );
}

/** Why it does not move, or needs a decision. */
export function Reason({ reason }: { reason: CardReason }) {
  const { label, says, about, details, mend, link } = reason;
  return (
    <s-banner tone={toneOf(label)} heading={says}>
      <s-stack gap="small-200">
        {about !== null && <s-paragraph>{t("common.about", { about })}</s-paragraph>}
        {details.map((words) => (
          <s-paragraph key={words}>{words}</s-paragraph>
        ))}
        <s-paragraph>{mend}</s-paragraph>
        {link && <s-link href={link.href}>{link.label}</s-link>}
      </s-stack>
    </s-banner>
  );
}

function toneOf({ tone }: Label): "critical" | "warning" | "info" {
  if (tone === "critical") return tone;
  return tone === "neutral" ? "info" : "warning";
}

export function Parcels({ parcels }: { parcels: CardParcel[] }) {
  return (
    <s-stack gap="small-200">
      <s-heading>{t("common.parcels")}</s-heading>
      {parcels.map(({ trackingNumber, trackingUrl, state }) => (
        <s-stack key={trackingNumber} direction="inline" gap="small-200">
          {trackingUrl === null ? (
            <s-text>{trackingNumber}</s-text>
          ) : (
            <s-link href={trackingUrl} target="_blank">
              {trackingNumber}
            </s-link>
          )}
          <Badge {...state} />
        </s-stack>
      ))}
    </s-stack>
  );
}

/** `money`: undefined while it comes. */
export function Money({ money }: { money: OrderMoney | undefined }) {
  if (!money) return <s-text color="subdued">{t("common.priceComes")}</s-text>;
  const { cost, margin, says } = money;
  return (
    <s-stack gap="small-200">
      {cost !== null && <Amount label={t("common.cost")} amount={cost} />}
      {margin && <Amount label={t("common.margin")} amount={margin.amount} tone={margin.loss ? "critical" : "auto"} />}
      {says.map((words) => (
        <s-text key={words} color="subdued">
          {words}
        </s-text>
      ))}
    </s-stack>
  );
}

function Amount({ label, amount, tone = "auto" }: { label: string; amount: string; tone?: "auto" | "critical" }) {
  return (
    <s-stack direction="inline" gap="small-200" justifyContent="space-between">
      <s-text>{label}</s-text>
      <s-text type="strong" tone={tone} fontVariantNumeric="tabular-nums">
        {amount}
      </s-text>
    </s-stack>
  );
}

/** What came of the last act, and what keeps the app from answering. */
export function Told({ order }: { order: UsedOrder }) {
  const { said, trouble, reload } = order;
  return (
    <>
      {said && (
        <s-banner tone={said.done ? "success" : "warning"}>
          {said.says.map((words) => (
            <s-paragraph key={words}>{words}</s-paragraph>
          ))}
        </s-banner>
      )}
      {trouble !== null && (
        <s-banner tone="critical" heading={trouble}>
          <s-button onClick={reload}>{t("common.tryAgain")}</s-button>
        </s-banner>
      )}
    </>
  );
}
