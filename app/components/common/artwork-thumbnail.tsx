import { Box, Spinner, Text } from "@shopify/polaris";
import { useEffect, useState, type ReactNode } from "react";
import { COPY, NO_PREVIEW_LABELS, type NoPreviewReason as Reason } from "./copy.ts";

type PreviewState = { state: "loading" } | { state: "loaded"; source: string } | { state: "failed"; reason: Reason };

/** A small picture of an artwork link, in a square of `pixels`. The app shrinks the picture: print files are huge. */
export function ArtworkThumbnail({ url, alt, pixels }: { url: string; alt: string; pixels: number }) {
  const preview = usePreview(url);
  if (preview.state === "loaded") {
    return (
      <Square pixels={pixels}>
        <img
          src={preview.source}
          alt={alt}
          width={pixels}
          height={pixels}
          style={{ objectFit: "contain", display: "block" }}
        />
      </Square>
    );
  }
  return (
    <Square pixels={pixels} padded>
      {preview.state === "loading" ? (
        <Spinner size="small" accessibilityLabel={COPY.loadingImage(alt)} />
      ) : (
        <Text as="span" variant="bodySm" tone="critical" alignment="center">
          {NO_PREVIEW_LABELS[preview.reason]}
          <Text as="span" visuallyHidden>
            {`: ${alt}`}
          </Text>
        </Text>
      )}
    </Square>
  );
}

/** Takes the place of a missing artwork. */
export function ArtworkPlaceholder({ label, pixels }: { label: string; pixels: number }) {
  return (
    <Square pixels={pixels} padded>
      <Text as="span" variant="bodySm" tone="subdued" alignment="center">
        {label}
      </Text>
    </Square>
  );
}

function Square(props: { pixels: number; padded?: boolean; children: ReactNode }) {
  return (
    <Box
      borderWidth="025"
      borderColor="border"
      borderRadius="200"
      background="bg-surface-secondary"
      overflowX="hidden"
      overflowY="hidden"
      width={`${props.pixels}px`}
      minHeight={`${props.pixels}px`}
      padding={props.padded ? "150" : "0"}
    >
      {props.padded ? <Centered {...props} /> : props.children}
    </Box>
  );
}

/** In the middle of the square, inside its border and padding. */
const Centered = ({ pixels, children }: { pixels: number; children: ReactNode }) => (
  <div style={{ display: "grid", placeItems: "center", minHeight: `${pixels - 14}px` }}>{children}</div>
);

/** Loads the picture by script: App Bridge signs a fetch, but not the request of an image element. */
function usePreview(url: string): PreviewState {
  const [preview, setPreview] = useState<PreviewState>({ state: "loading" });
  useEffect(() => {
    const controller = new AbortController();
    let source: string | null = null;
    setPreview({ state: "loading" });
    load(url, controller.signal).then(
      (response) => {
        if (controller.signal.aborted) return;
        if (response instanceof Blob) setPreview({ state: "loaded", source: (source = URL.createObjectURL(response)) });
        else setPreview({ state: "failed", reason: response });
      },
      () => void (controller.signal.aborted || setPreview({ state: "failed", reason: "unreachable" })),
    );
    return () => {
      controller.abort();
      if (source) URL.revokeObjectURL(source);
    };
  }, [url]);
  return preview;
}

async function load(url: string, signal: AbortSignal): Promise<Blob | Reason> {
  const response = await fetch(`/app/artwork?link=${encodeURIComponent(url)}`, { signal });
  if (response.headers.get("content-type")?.startsWith("image/")) return response.blob();
  const { reason } = (await response.json()) as { reason: Reason };
  return reason in NO_PREVIEW_LABELS ? reason : "unreachable";
}
