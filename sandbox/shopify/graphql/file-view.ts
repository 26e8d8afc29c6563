import { gid } from "../ids.ts";
import type { ShopFile } from "../model.ts";
import { graphTime } from "../time.ts";
import type { View } from "./context.ts";

/** shopify: an image has no address, and no file a preview, before Shopify has processed it. */
export function fileView(file: ShopFile): View {
  const isReady = file.status === "READY";
  const isImage = file.mimeType.startsWith("image/");
  const image = (url: string) => ({ url: () => url, altText: null, width: file.width, height: file.height });
  const common = {
    alt: null,
    createdAt: graphTime(file.createdAt),
    updatedAt: graphTime(file.createdAt),
    fileStatus: file.status,
    fileErrors:
      file.status === "FAILED"
        ? [{ code: file.errorCode, message: "The file could not be processed", details: null }]
        : [],
    mimeType: file.mimeType,
    preview: isReady && isImage ? { image: image(file.thumbnailUrl), status: "READY" } : null,
  };
  return isImage
    ? {
        ...common,
        __typename: "MediaImage",
        id: gid("MediaImage", file.id),
        mediaContentType: "IMAGE",
        image: isReady ? image(file.url) : null,
      }
    : { ...common, __typename: "GenericFile", id: gid("GenericFile", file.id), url: isReady ? file.url : null };
}
