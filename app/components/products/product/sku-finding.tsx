import { useAppBridge } from "@shopify/app-bridge-react";
import { Banner, BlockStack } from "@shopify/polaris";
import type { SkuFinding } from "../../../sku-checks/findings.ts";
import { costChangeText } from "../../common/cost-change.ts";
import { countryNames } from "../../common/format.ts";
import { DateTime } from "../../common/date-time.tsx";
import { RESENDABLE, RESENDABLE_URL } from "../../common/page-links.ts";
import { COPY } from "../copy.ts";
import { useProductAction } from "../use-mapping-form.ts";

const text = COPY.skuFinding;

/** What the print service said about a variant's print SKU, with the step that fixes it. */
export function SkuFindingBanners({ finding, ...actions }: SkuActions & { finding: SkuFinding }) {
  return (
    <BlockStack gap="200">
      {finding.rejected && <RejectedBanner {...finding.rejected} itemSku={finding.itemSku} {...actions} />}
      {finding.resendableOrders > 0 && <ResendableBanner {...finding} />}
      {finding.costChanges.length > 0 && <CostBanner changes={finding.costChanges} />}
    </BlockStack>
  );
}

interface SkuActions {
  check: SkuCheck;
  onChangeSku(): void;
}

type RejectedProps = NonNullable<SkuFinding["rejected"]> & { itemSku: string } & SkuActions;

function RejectedBanner({ itemSku, countries, acceptedAt, check, onChangeSku }: RejectedProps) {
  return (
    <Banner
      tone="critical"
      title={text.rejected.title}
      action={{ content: text.rejected.change, onAction: onChangeSku }}
      secondaryAction={{
        content: check.busy ? text.rejected.checking : text.rejected.check,
        onAction: () => !check.busy && check.send(itemSku),
      }}
    >
      <p>
        {text.rejected.text(itemSku, countryNames(countries))}{" "}
        {acceptedAt && (
          <>
            {text.rejected.accepted} <DateTime at={acceptedAt} />.
          </>
        )}
      </p>
    </Banner>
  );
}

function ResendableBanner({ itemSku, resendableOrders }: Pick<SkuFinding, "itemSku" | "resendableOrders">) {
  return (
    <Banner
      tone="warning"
      title={RESENDABLE.title(resendableOrders)}
      action={{ content: RESENDABLE.action, url: `${RESENDABLE_URL}&search=${encodeURIComponent(itemSku)}` }}
    >
      <p>{RESENDABLE.one(itemSku)}</p>
    </Banner>
  );
}

type SkuCheck = ReturnType<typeof useSkuCheck>;

/** Asks the print service for a SKU at once. Not for the banner: an accepted SKU has none, and its answer is shown all the same. */
export function useSkuCheck() {
  const bridge = useAppBridge();
  const checker = useProductAction((answer) => {
    if (answer.outcome !== "sku_checked") return;
    bridge.toast.show(text.answers[answer.result], { isError: answer.result === "unavailable" });
  });
  return { busy: checker.busy, send: (itemSku: string) => checker.send({ intent: "check_sku", itemSku }) };
}

function CostBanner({ changes }: { changes: SkuFinding["costChanges"] }) {
  const isRaised = changes.some((change) => change.isRaised);
  return (
    <Banner tone={isRaised ? "warning" : "info"} title={isRaised ? text.cost.raised : text.cost.title}>
      {changes.map(({ margin, ...change }) => (
        <p key={change.country.code}>
          {costChangeText(change)} {text.cost.since} <DateTime at={change.at} />.{" "}
          {margin && text.cost.margin(margin.previous, margin.now)}
        </p>
      ))}
    </Banner>
  );
}
