import { Box, Spinner, Text } from "@shopify/polaris";
import { useEffect, useState, type ReactNode } from "react";
import { NO_PICTURE, type NoPicture as Reason } from "./preview-copy.ts";

type Seen = { state: "coming" } | { state: "there"; source: string } | { state: "missing"; reason: Reason };

/** A small picture of an artwork link, in a square of `pixels`. The picture comes through the app: print files are huge. */
export function ArtworkPicture({ url, alt, pixels }: { url: string; alt: string; pixels: number }) {
  const seen = usePreview(url);
  if (seen.state === "there") {
    return (
      <Square pixels={pixels}>
        <img
          src={seen.source}
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
      {seen.state === "coming" ? (
        <Spinner size="small" accessibilityLabel={`Loading ${alt}`} />
      ) : (
        <Text as="span" variant="bodySm" tone="critical" alignment="center">
          {NO_PICTURE[seen.reason]}
        </Text>
      )}
    </Square>
  );
}

/** Stands where an artwork would. */
export function NoPicture({ says, pixels }: { says: string; pixels: number }) {
  return (
    <Square pixels={pixels} padded>
      <Text as="span" variant="bodySm" tone="subdued" alignment="center">
        {says}
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
      {props.children}
    </Box>
  );
}

/** Asked for by script: App Bridge signs the request, which an image element cannot. */
function usePreview(url: string): Seen {
  const [seen, setSeen] = useState<Seen>({ state: "coming" });
  useEffect(() => {
    const stop = new AbortController();
    let source: string | null = null;
    setSeen({ state: "coming" });
    load(url, stop.signal).then(
      (answer) => {
        if (stop.signal.aborted) return;
        if (answer instanceof Blob) setSeen({ state: "there", source: (source = URL.createObjectURL(answer)) });
        else setSeen({ state: "missing", reason: answer });
      },
      () => void (stop.signal.aborted || setSeen({ state: "missing", reason: "unreachable" })),
    );
    return () => {
      stop.abort();
      if (source) URL.revokeObjectURL(source);
    };
  }, [url]);
  return seen;
}

async function load(url: string, signal: AbortSignal): Promise<Blob | Reason> {
  const answer = await fetch(`/app/artwork?link=${encodeURIComponent(url)}`, { signal });
  if (answer.headers.get("content-type")?.startsWith("image/")) return answer.blob();
  const { reason } = (await answer.json()) as { reason: Reason };
  return reason in NO_PICTURE ? reason : "unreachable";
}
