import type { CardParcel, CardReason, Label, OrderCard, OrderMoney } from "../../app/extension-api/responses.ts";
import { Badge } from "./badge.tsx";
import { Countdown } from "./countdown.tsx";
import { t } from "./host.ts";
import type { OrderState } from "./use-order.ts";

/** The order's status and what happens next. */
export function OrderStatus({ card }: { card: OrderCard }) {
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
      <s-paragraph>{card.message}</s-paragraph>
      {card.inShopify.map((text) => (
        <s-text key={text} color="subdued">
          {text}
        </s-text>
      ))}
      {card.countdown && <Countdown countdown={card.countdown} now={card.now} />}
    </s-stack>
  );
}

/** A reason for attention, with its fix. */
export function Reason({ reason }: { reason: CardReason }) {
  const { label, message, about, details, fix, link } = reason;
  return (
    <s-banner tone={toneOf(label)} heading={message}>
      <s-stack gap="small-200">
        {about !== null && <s-paragraph>{about}</s-paragraph>}
        {details.map((detail) => (
          <s-paragraph key={detail}>{detail}</s-paragraph>
        ))}
        <s-paragraph>{fix}</s-paragraph>
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

/** Cost and margin. `money`: undefined while loading. */
export function Money({ money }: { money: OrderMoney | undefined }) {
  if (!money) return <s-text color="subdued">{t("common.priceLoading")}</s-text>;
  const { cost, costLabel, margin, messages } = money;
  return (
    <s-stack gap="small-200">
      {cost !== null && <Amount label={costLabel ?? t("common.cost")} amount={cost} />}
      {margin && <Amount label={t("common.margin")} amount={margin.amount} tone={margin.loss ? "critical" : "auto"} />}
      {messages.map((message) => (
        <s-text key={message} color="subdued">
          {message}
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

/** The result of the last action, and why the app did not respond. */
export function OrderNotices({ order }: { order: OrderState }) {
  const { lastResult, error, reload } = order;
  return (
    <>
      {lastResult && (
        <s-banner tone={lastResult.done ? "success" : "warning"}>
          {lastResult.messages.map((message) => (
            <s-paragraph key={message}>{message}</s-paragraph>
          ))}
        </s-banner>
      )}
      {error !== null && (
        <s-banner tone="critical" heading={error}>
          <s-button onClick={reload}>{t("common.tryAgain")}</s-button>
        </s-banner>
      )}
    </>
  );
}
