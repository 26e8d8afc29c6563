import { BlockStack, Button, DropZone, InlineStack, Text } from "@shopify/polaris";
import { useRevalidator } from "@remix-run/react";
import { useState } from "react";
import type { AddPhotoResult } from "../../orders/actions/claims.ts";
import { MAX_PHOTO_BYTES } from "../../orders/core/claims.ts";
import { PHOTO_TYPES } from "../../ports/artwork.ts";
import { Note } from "../common/text.tsx";
import { CLAIM_FORM, CLAIMS, PHOTO_FAILURES, type PhotoFailure } from "./claim-copy.ts";

interface ChosenPhoto {
  key: string;
  file: File;
  failure: PhotoFailure | null;
}

/** Photos that staff chose, at most so many, and their way to a claim, one at a time. */
export function usePhotos(limit: number) {
  const [chosen, setChosen] = useState<readonly ChosenPhoto[]>([]);
  const [tooMany, setTooMany] = useState(false);
  const [progress, setProgress] = useState<string | null>(null);
  const { revalidate } = useRevalidator();
  return {
    chosen,
    tooMany,
    progress,
    busy: progress !== null,
    /** One of them can never be added. */
    blocked: chosen.some(({ failure }) => failure === "type" || failure === "too_large" || failure === "unreadable"),
    choose(files: readonly File[]) {
      const added = files.map((file) => ({ key: crypto.randomUUID(), file, failure: failureOf(file) }));
      setTooMany(chosen.length + added.length > limit);
      setChosen([...chosen, ...added].slice(0, limit));
    },
    remove(key: string) {
      setTooMany(false);
      setChosen(chosen.filter((one) => one.key !== key));
    },
    /** Whether all of them were added; those that were not stay, each with the reason. */
    async upload(claimId: string): Promise<boolean> {
      const left: ChosenPhoto[] = [];
      for (const [at, photo] of chosen.entries()) {
        setProgress(CLAIM_FORM.photos.adding(at + 1, chosen.length));
        const failure = await sendPhoto(claimId, photo.file);
        if (failure) left.push({ ...photo, failure });
      }
      setProgress(null);
      setChosen(left);
      if (left.length < chosen.length) revalidate();
      return left.length === 0;
    },
  };
}

type Photos = ReturnType<typeof usePhotos>;

function failureOf({ type, size }: File): PhotoFailure | null {
  if (!PHOTO_TYPES.includes(type)) return "type";
  return size > MAX_PHOTO_BYTES ? "too_large" : null;
}

/** null: it was added. */
async function sendPhoto(claimId: string, file: File): Promise<PhotoFailure | null> {
  try {
    const headers = { "Content-Type": "application/octet-stream" };
    const answer = await fetch(`/app/claims/${claimId}/photos`, { method: "POST", headers, body: file });
    if (!answer.ok) return answer.status === 404 ? "not_found" : "failed";
    const { result } = (await answer.json()) as { result: AddPhotoResult };
    return result === "done" ? null : result;
  } catch {
    // The browser is offline, or the answer was lost: the photo that is sent again is the same one.
    return "failed";
  }
}

/** Chooses photos, and shows which were not added, and why. */
export function PhotoPicker({ photos }: { photos: Photos }) {
  const text = CLAIM_FORM.photos;
  return (
    <BlockStack gap="200">
      <DropZone
        label={text.label}
        accept={PHOTO_TYPES.join(",")}
        type="file"
        variableHeight
        disabled={photos.busy}
        onDrop={(files) => photos.choose(files)}
      >
        <div style={{ padding: "var(--p-space-300)" }}>
          <DropZone.FileUpload actionTitle={text.action} />
        </div>
      </DropZone>
      <Note>{text.hint}</Note>
      {photos.tooMany && (
        <Text as="p" tone="critical">
          {text.tooMany}
        </Text>
      )}
      {photos.chosen.map(({ key, file, failure }) => (
        <BlockStack key={key}>
          <InlineStack gap="200" align="space-between" wrap={false}>
            <Text as="span" breakWord>
              {file.name}
            </Text>
            <Button
              variant="plain"
              disabled={photos.busy}
              accessibilityLabel={text.remove(file.name)}
              onClick={() => photos.remove(key)}
            >
              {CLAIMS.removeButton}
            </Button>
          </InlineStack>
          {failure && (
            <Text as="p" tone="critical">
              {PHOTO_FAILURES[failure]}
            </Text>
          )}
        </BlockStack>
      ))}
      <div role="status">{photos.progress !== null && <Text as="p">{photos.progress}</Text>}</div>
    </BlockStack>
  );
}
