import type { VariantCard, VariantPicture, VariantQuote, VariantSide } from "../../app/extension-api/responses.ts";
import { Badge } from "./badge.tsx";
import { t } from "./host.ts";
import { useAppData } from "./use-app-data.ts";
import { VariantCheck } from "./variant-check.tsx";

/** A variant: its mapping, its artwork, the price of one piece, and a check of the mapping. */
export function Variant({ number }: { number: string }) {
  const { response, reload } = useAppData<VariantCard>(`variants/${number}`);
  if (!response) return <s-spinner accessibilityLabel={t("common.loading")} />;
  if (!response.ok) {
    return (
      <s-banner tone="critical" heading={response.error}>
        <s-button onClick={reload}>{t("common.tryAgain")}</s-button>
      </s-banner>
    );
  }
  const { state, message, itemSku, sides, note, link } = response.data;
  return (
    <s-stack gap="base">
      <s-stack direction="inline" gap="small-200">
        <Badge {...state} />
        {itemSku !== null && <s-text>{t("common.sku", { sku: itemSku })}</s-text>}
      </s-stack>
      <s-paragraph>{message}</s-paragraph>
      {note !== "" && <s-text color="subdued">{note}</s-text>}
      {sides.length > 0 && (
        <s-stack direction="inline" gap="base">
          {sides.map((one) => (
            <Side key={one.side} number={number} side={one} />
          ))}
        </s-stack>
      )}
      {itemSku !== null && (
        <>
          <Quote number={number} />
          <VariantCheck number={number} />
        </>
      )}
      <s-link href={link.href}>{link.label}</s-link>
    </s-stack>
  );
}

function Side({ number, side: { side, label, hasArtwork, findings } }: { number: string; side: VariantSide }) {
  const { response } = useAppData<VariantPicture>(hasArtwork ? `variants/${number}/picture?side=${side}` : null);
  const source = response?.ok ? response.data.source : null;
  const message = response && (response.ok ? response.data.message : response.error);
  return (
    <s-stack gap="small-300">
      <s-text>{label}</s-text>
      {source !== null && <s-thumbnail src={source} alt={label} size="large" />}
      {source === null && hasArtwork && <s-text color="subdued">{message ?? t("common.loading")}</s-text>}
      {!hasArtwork && <s-text tone="critical">{t("common.artworkMissing")}</s-text>}
      {findings.map((finding) => (
        <s-text key={finding} tone="caution">
          {finding}
        </s-text>
      ))}
    </s-stack>
  );
}

function Quote({ number }: { number: string }) {
  const { response } = useAppData<VariantQuote>(`variants/${number}/quote`);
  if (!response) return <s-text color="subdued">{t("common.priceLoading")}</s-text>;
  const known = response.ok && response.data.known;
  return <s-text color={known ? "base" : "subdued"}>{response.ok ? response.data.message : response.error}</s-text>;
}
