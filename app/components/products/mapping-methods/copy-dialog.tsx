import { useFetcher } from "@remix-run/react";
import { BlockStack, ChoiceList, Spinner, Text } from "@shopify/polaris";
import { useEffect, useState } from "react";
import type { ProductPage } from "../../../catalog/product-page.ts";
import { COPIED_PARTS, proposeCopy, type CopiedPart } from "../../../catalog/mapping-methods/copy-mappings.ts";
import { gidNumber, type Gid } from "../../../ports/gid.ts";
import { MessageBanner } from "../../common/banners.tsx";
import { COPY as COMMON } from "../../common/copy.ts";
import type { RequestFailed } from "../../common/request-failed.ts";
import { MAPPING_METHODS } from "./copy.ts";
import { toPreview, type Target } from "../../../catalog/mapping-methods/proposal.ts";
import { targetsOf } from "./targets.ts";
import { MethodDialog } from "./method-dialog.tsx";

const text = MAPPING_METHODS.copy;

/** The product whose mappings are copied. */
export type CopySource = { outcome: "read"; page: ProductPage } | RequestFailed;

interface CopyDialogProps {
  source: Gid<"Product">;
  targets: readonly Target[];
  onClose(): void;
}

/** Copies the mappings of another product: variants are matched by their options. */
export function CopyDialog({ source, targets, onClose }: CopyDialogProps) {
  const [parts, setParts] = useState<readonly CopiedPart[]>(COPIED_PARTS);
  const { load, data, state } = useFetcher<CopySource>();
  const path = `/app/products/${gidNumber(source)}/mappings`;
  useEffect(() => load(path), [load, path]);
  const isFailed = data?.outcome === "failed" && state === "idle";
  const page = data?.outcome === "read" ? data.page : null;
  const from = page ? targetsOf(page) : [];
  const isMapped = from.some(({ mapping }) => mapping !== null);
  return (
    <MethodDialog
      title={text.title(page?.shopify?.title ?? text.untitled)}
      ready={isMapped && parts.length > 0}
      onPreview={() => Promise.resolve(toPreview(targets, proposeCopy(from, targets, parts)))}
      onClose={onClose}
    >
      <BlockStack gap="400">
        {!page && !isFailed && <Spinner size="small" accessibilityLabel={text.loading} />}
        {isFailed && (
          <MessageBanner
            tone="warning"
            text={text.failed}
            action={{ content: COMMON.tryAgain, onAction: () => load(path) }}
          />
        )}
        {page && !isMapped && <MessageBanner tone="warning" {...text.notMapped} />}
        <Text as="p">{text.intro}</Text>
        <ChoiceList
          allowMultiple
          title={text.parts}
          choices={[...text.partChoices]}
          selected={[...parts]}
          onChange={(chosen) => setParts(COPIED_PARTS.filter((part) => chosen.includes(part)))}
        />
      </BlockStack>
    </MethodDialog>
  );
}
