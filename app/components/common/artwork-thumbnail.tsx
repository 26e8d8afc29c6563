import { Box, Spinner, Text } from "@shopify/polaris";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { COPY, NO_PREVIEW_LABELS, type NoPreviewReason as Reason } from "./copy.ts";

type PreviewState = { state: "loading" } | { state: "loaded"; source: string } | { state: "failed"; reason: Reason };

interface ThumbnailProps {
  /** The artwork's link. */
  url: string;
  /** The signed address of its small picture, which comes with the server's page; null: a script asks for the picture. */
  preview?: string | null;
  alt: string;
  /** The side of the square, at most. */
  pixels: number;
  /** Out of sight at first: the browser asks for it once it comes near. */
  lazy?: boolean;
}

/** A small picture of an artwork link, in a square. The app shrinks the picture: print files are huge. */
export function ArtworkThumbnail({ url, preview = null, alt, pixels, lazy = false }: ThumbnailProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const image = useRef<HTMLImageElement>(null);
  const isSigned = preview !== null && preview !== failed;
  useEffect(() => {
    // It may have failed before React ran.
    if (image.current?.complete && image.current.naturalWidth === 0) setFailed(preview);
  }, [preview]);
  if (!isSigned) return <Thumbnail path={`/app/artwork?link=${encodeURIComponent(url)}`} alt={alt} pixels={pixels} />;
  return (
    <Square pixels={pixels}>
      <img
        ref={image}
        src={preview}
        {...shapeOf(alt, pixels)}
        loading={lazy ? "lazy" : undefined}
        onError={() => setFailed(preview)}
      />
    </Square>
  );
}

/** A picture that one of the app's routes answers with, in a square: says why there is none. */
export function Thumbnail({ path, alt, pixels }: { path: string; alt: string; pixels: number }) {
  const preview = usePreview(path);
  if (preview.state === "loaded") {
    return (
      <Square pixels={pixels}>
        <img src={preview.source} {...shapeOf(alt, pixels)} />
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

/** As high before it comes as after. */
const shapeOf = (alt: string, pixels: number) => ({
  alt,
  width: pixels,
  height: pixels,
  style: { objectFit: "contain", display: "block", width: "100%", height: "auto", aspectRatio: "1" } as const,
});

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
  const side = sideOf(props.pixels);
  return (
    <Box
      borderWidth="025"
      borderColor="border"
      borderRadius="200"
      background="bg-surface-secondary"
      overflowX="hidden"
      overflowY="hidden"
      width={side}
      minHeight={side}
      padding={props.padded ? "150" : "0"}
    >
      {props.padded ? <Centered {...props} /> : props.children}
    </Box>
  );
}

/** Smaller on a phone, where a text stands beside it. */
const sideOf = (pixels: number): string => `min(${pixels}px, 38vw)`;

/** In the middle of the square, inside its border and padding. */
const Centered = ({ pixels, children }: { pixels: number; children: ReactNode }) => (
  <div style={{ display: "grid", placeItems: "center", minHeight: `calc(${sideOf(pixels)} - 14px)` }}>{children}</div>
);

/** Loads the picture by script: App Bridge signs a fetch, but not the request of an image element. */
export function usePreview(path: string): PreviewState {
  const [preview, setPreview] = useState<PreviewState>({ state: "loading" });
  useEffect(() => {
    const controller = new AbortController();
    let source: string | null = null;
    setPreview({ state: "loading" });
    load(path, controller.signal).then(
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
  }, [path]);
  return preview;
}

async function load(path: string, signal: AbortSignal): Promise<Blob | Reason> {
  const response = await fetch(path, { signal });
  if (response.headers.get("content-type")?.startsWith("image/")) return response.blob();
  const { reason } = (await response.json()) as { reason: Reason };
  return reason in NO_PREVIEW_LABELS ? reason : "unreachable";
}
