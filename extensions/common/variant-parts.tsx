import type { VariantCard, VariantPicture, VariantQuote, VariantSide } from "../../app/extension-api/responses.ts";
import { Badge } from "./badge.tsx";
import { t } from "./host.ts";
import { useAnswer } from "./use-app-data.ts";
import { VariantCheck } from "./variant-check.tsx";

/** What a variant prints as: the mapping, its artwork, what one piece costs, and a check of it all. */
export function Variant({ number }: { number: string }) {
  const { read, again } = useAnswer<VariantCard>(`variants/${number}`);
  if (!read) return <s-spinner accessibilityLabel={t("common.loading")} />;
  if (!read.ok) {
    return (
      <s-banner tone="critical" heading={read.trouble}>
        <s-button onClick={again}>{t("common.tryAgain")}</s-button>
      </s-banner>
    );
  }
  const { state, says, itemSku, sides, note, link } = read.answer;
  return (
    <s-stack gap="base">
      <s-stack direction="inline" gap="small-200">
        <Badge {...state} />
        {itemSku !== null && <s-text>{t("common.sku", { sku: itemSku })}</s-text>}
      </s-stack>
      <s-paragraph>{says}</s-paragraph>
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

function Side({ number, side: { side, label, there } }: { number: string; side: VariantSide }) {
  const { read } = useAnswer<VariantPicture>(there ? `variants/${number}/picture?side=${side}` : null);
  const source = read?.ok ? read.answer.source : null;
  const why = read && (read.ok ? read.answer.says : read.trouble);
  return (
    <s-stack gap="small-300">
      <s-text>{label}</s-text>
      {source !== null && <s-thumbnail src={source} alt={label} size="large" />}
      {source === null && there && <s-text color="subdued">{why ?? t("common.loading")}</s-text>}
      {!there && <s-text tone="critical">{t("common.artworkMissing")}</s-text>}
    </s-stack>
  );
}

function Quote({ number }: { number: string }) {
  const { read } = useAnswer<VariantQuote>(`variants/${number}/quote`);
  if (!read) return <s-text color="subdued">{t("common.priceComes")}</s-text>;
  const known = read.ok && read.answer.known;
  return <s-text color={known ? "base" : "subdued"}>{read.ok ? read.answer.says : read.trouble}</s-text>;
}
