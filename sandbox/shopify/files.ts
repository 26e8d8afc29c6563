import type { Shop, ShopFile } from "./model.ts";
import type { StagedUpload } from "./staged-uploads.ts";
import { now, type Store } from "./store.ts";

export interface FileInput {
  /** e.g. fox-front.png; the ending tells images from other files. */
  name: string;
  /** READY when left out. */
  status?: ShopFile["status"];
  width?: number;
  height?: number;
  /** Where the admin's pages get the thumbnail; the file's own address when left out. */
  thumbnailUrl?: string;
}

const TYPES: Record<string, string> = {
  png: "image/png",
  jpg: "image/jpeg",
  webp: "image/webp",
  pdf: "application/pdf",
};

/** A file of the shop's admin (Content > Files). */
export function addFile(store: Store, shop: Shop, input: FileInput): ShopFile {
  const id = store.nextId();
  const mimeType = TYPES[input.name.split(".").at(-1) ?? ""] ?? "application/octet-stream";
  const url = `https://cdn.shopify.com/s/files/1/${shop.id}/files/${input.name}?v=${id.slice(-6)}`;
  const { status = "READY", width = 3000, height = 3600, thumbnailUrl = url } = input;
  const file: ShopFile = {
    id,
    name: input.name,
    mimeType,
    url,
    thumbnailUrl,
    status,
    next: [],
    errorCode: "UNKNOWN",
    width,
    height,
    createdAt: now(store),
  };
  shop.files.push(file);
  return file;
}

interface Uploaded {
  name: string;
  /** The stand-in's address. */
  url: string;
  isImage: boolean;
  upload: StagedUpload;
}

/** A file that an app uploaded: Shopify takes it over and processes it afterwards, or fails to. */
export function addUploadedFile(store: Store, shop: Shop, { name, url, isImage, upload }: Uploaded): ShopFile {
  const { received } = upload;
  const thumbnailUrl = `${url}/_cdn/uploads/${name}`;
  const file = addFile(store, shop, { name, status: "UPLOADED", thumbnailUrl, ...received?.pixels });
  const isProcessed = received !== null && (received.pixels !== null || !isImage);
  if (received) file.content = received.content;
  if (received === null) file.errorCode = isImage ? "IMAGE_DOWNLOAD_FAILURE" : "GENERIC_FILE_DOWNLOAD_FAILURE";
  else if (!isProcessed) file.errorCode = "IMAGE_PROCESSING_FAILURE";
  file.next = ["PROCESSING", isProcessed ? "READY" : "FAILED"];
  return file;
}
