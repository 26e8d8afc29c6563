import { useFetcher } from "@remix-run/react";
import { BlockStack, ChoiceList, Spinner, Text } from "@shopify/polaris";
import { useEffect, useState } from "react";
import type { ProductPage } from "../../../catalog/product-page.ts";
import { COPIED_PARTS, proposeCopy, type CopiedPart } from "../../../catalog/mapping-methods/copy-mappings.ts";
import { gidNumber, type Gid } from "../../../ports/gid.ts";
import { MessageBanner } from "../../common/banners.tsx";
import { MAPPING_METHODS } from "./copy.ts";
import { toPreview, type Target } from "../../../catalog/mapping-methods/preview.ts";
import { targetsOf } from "./targets.ts";
import { MethodDialog } from "./method-dialog.tsx";

const text = MAPPING_METHODS.copy;

interface CopyDialogProps {
  source: Gid<"Product">;
  targets: readonly Target[];
  onClose(): void;
}

/** Copies the mappings of another product: variants are matched by their options. */
export function CopyDialog({ source, targets, onClose }: CopyDialogProps) {
  const [parts, setParts] = useState<readonly CopiedPart[]>(COPIED_PARTS);
  const { load, data, state } = useFetcher<ProductPage>();
  useEffect(() => load(`/app/products/${gidNumber(source)}`), [load, source]);
  const page = data ?? null;
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
        {!page && state !== "idle" && <Spinner size="small" accessibilityLabel={text.loading} />}
        {page?.reachable === false && <MessageBanner tone="warning" text={text.failed} />}
        {page?.reachable && !isMapped && <MessageBanner tone="warning" {...text.notMapped} />}
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
