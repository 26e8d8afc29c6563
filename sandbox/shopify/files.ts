import type { Shop, ShopFile } from "./model.ts";
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
    width,
    height,
    createdAt: now(store),
  };
  shop.files.push(file);
  return file;
}
