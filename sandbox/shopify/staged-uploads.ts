import sharp from "sharp";

/** Shopify's host for uploads. Browsers of the sandbox are sent to the stand-in instead; the source keeps this name. */
const SOURCE = "https://shopify-staged-uploads.storage.googleapis.com/";
const MAX_BYTES = 20_000_000;

/** A place for one file, made by stagedUploadsCreate. */
export interface StagedUpload {
  /** Fields that have to arrive with the file, unchanged. */
  fields: Record<string, string>;
  /** What arrived; null: nothing yet. `pixels`: null for what is no image. */
  received: { content: Uint8Array; pixels: { width: number; height: number } | null } | null;
}

/** By the source that Shopify names. */
export type StagedUploads = Map<string, StagedUpload>;

/** Shopify's answer to a form that a browser sent, as Google Cloud Storage gives it. */
export type UploadAnswer = { status: 201 } | { status: 400 | 403; code: string };

/** shopify: a signed policy of Google Cloud Storage, which names the path, the type, and the most bytes. */
export function stageUpload(uploads: StagedUploads, shopId: string, name: string, type: string): StagedUpload {
  const key = `tmp/${shopId}/files/${crypto.randomUUID()}/${name}`;
  const policy = { conditions: [{ key }, ["content-length-range", 1, MAX_BYTES]] };
  const upload: StagedUpload = {
    fields: {
      "Content-Type": type,
      success_action_status: "201",
      acl: "private",
      key,
      "x-goog-date": "20261123T000000Z",
      "x-goog-credential": "stand-in@shopify-tiers.example/20261123/auto/storage/goog4_request",
      "x-goog-algorithm": "GOOG4-RSA-SHA256",
      "x-goog-signature": crypto.randomUUID(),
      policy: Buffer.from(JSON.stringify(policy)).toString("base64"),
    },
    received: null,
  };
  uploads.set(sourceOf(upload), upload);
  return upload;
}

export const sourceOf = ({ fields }: StagedUpload): string => SOURCE + (fields["key"] ?? "");

/** Takes a file with the fields of its policy. */
export async function receiveUpload(uploads: StagedUploads, form: FormData): Promise<UploadAnswer> {
  const key = form.get("key");
  const upload = typeof key === "string" ? uploads.get(SOURCE + key) : undefined;
  const isSigned = upload && Object.entries(upload.fields).every(([name, value]) => form.get(name) === value);
  if (!isSigned) return { status: 403, code: "AccessDenied" };
  // Google Cloud Storage ignores what comes after the file.
  const isLast = [...form.keys()].at(-1) === "file";
  const file = form.get("file");
  if (!isLast || !(file instanceof File)) return { status: 400, code: "InvalidArgument" };
  if (file.size > MAX_BYTES) return { status: 400, code: "EntityTooLarge" };
  if (file.size === 0) return { status: 400, code: "EntityTooSmall" };
  const content = await file.bytes();
  upload.received = { content, pixels: await pixelsOf(content) };
  return { status: 201 };
}

/** null: no image that can be opened. */
async function pixelsOf(bytes: Uint8Array): Promise<{ width: number; height: number } | null> {
  try {
    const { width, height } = await sharp(bytes).metadata();
    return { width, height };
  } catch {
    return null;
  }
}
