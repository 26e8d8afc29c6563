import { useAppBridge } from "@shopify/app-bridge-react";
import { Banner } from "@shopify/polaris";
import type { ArtworkFinding } from "../../catalog/artwork-findings.ts";
import { useDenied } from "../common/shop-context.tsx";
import { SmallNote } from "../common/text.tsx";
import { ARTWORK_PROBLEMS } from "../common/copy.ts";
import { COPY, warningMessage } from "./copy.ts";
import { useProductAction } from "./use-mapping-form.ts";

const text = COPY.artworkFinding;

interface ArtworkFindingBannersProps {
  findings: readonly ArtworkFinding[];
  /** What staff calls the variant. */
  name: string;
  /** Orders with a replaced file are held. */
  holdsReplaced: boolean;
  onEdit(): void;
}

/** What keeps a variant's print files from being printed, or makes them other ones than staff mapped. */
export function ArtworkFindingBanners({ findings, name, holdsReplaced, onEdit }: ArtworkFindingBannersProps) {
  const accept = useAccept();
  const denied = useDenied();
  return findings.map(({ side, link, newFile, problem }) => {
    if (problem)
      return (
        <Banner
          key={side}
          tone="critical"
          title={text.unreadable.title(side)}
          action={{
            content: text.unreadable.change,
            accessibilityLabel: text.unreadable.changeLabel(side, name),
            onAction: onEdit,
          }}
        >
          <p>
            {ARTWORK_PROBLEMS[problem]} {text.unreadable.held}
          </p>
        </Banner>
      );
    if (newFile === null) return null;
    return (
      <Banner
        key={side}
        tone="warning"
        title={text.replaced.title(side)}
        action={{
          content: text.replaced.use,
          accessibilityLabel: text.replaced.useLabel(side, name),
          disabled: denied,
          loading: accept.busy,
          onAction: () => accept.send({ intent: "use_new_file", link, sha256: newFile }),
        }}
      >
        <p>{holdsReplaced ? text.replaced.hold : text.replaced.notify}</p>
      </Banner>
    );
  });
}

/** Makes the file that is at a link now the one to print. */
function useAccept() {
  const bridge = useAppBridge();
  return useProductAction((answer) => {
    if (answer.outcome === "file_used") bridge.toast.show(text.replaced.used);
    if (answer.outcome === "replaced_again") bridge.toast.show(text.replaced.again, { isError: true });
  });
}

/** What may spoil the print of the file at a link. `link`: as it stands in the field. */
export function ArtworkWarnings({ findings, link }: { findings: readonly ArtworkFinding[]; link: string }) {
  const finding = findings.find((one) => one.link === link.trim());
  return finding?.warnings.map((warning) => (
    <SmallNote key={warning.code} tone="caution">
      {warningMessage(warning)}
    </SmallNote>
  ));
}
