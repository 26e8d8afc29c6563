import type { ShopFile, ShopFiles } from "../ports/shop-files.ts";
import { ListFiles, type ListFilesQuery } from "./admin.generated.ts";
import type { AdminClient } from "./client.ts";
import { searchWords } from "./search-words.ts";

type WireFile = ListFilesQuery["files"]["nodes"][number];

/** A shop's files, over the Admin API. */
export function createShopFiles(client: AdminClient): ShopFiles {
  return {
    async listFiles(shop, { searchText, after }) {
      const { nodes, pageInfo } = (await client.run(shop, ListFiles, { query: searchWords(searchText), after })).files;
      return { files: nodes.flatMap(fileOf), next: pageInfo.hasNextPage ? pageInfo.endCursor : null };
    },
  };
}

function fileOf(wire: WireFile): ShopFile[] {
  if (wire.fileStatus !== "READY") return [];
  const base = { gid: wire.id, thumbnailUrl: wire.preview?.image?.url ?? null };
  if (wire.__typename === "MediaImage" && wire.image) {
    const { url, width, height } = wire.image;
    // shopify: width and height are null for an image that Shopify does not host.
    const pixels = width && height ? { width, height } : null;
    return [{ ...base, name: nameOf(url), link: url, pixels }];
  }
  if (wire.__typename === "GenericFile" && wire.url && wire.mimeType === "application/pdf")
    return [{ ...base, name: nameOf(wire.url), link: wire.url, pixels: null }];
  return [];
}

/** shopify: a file has no name of its own but in its address. */
const nameOf = (url: string): string => URL.parse(url)?.pathname.split("/").at(-1) ?? url;
