import type {
  FileUploads,
  HostedFiles,
  ShopFile,
  ShopFiles,
  UploadedFile,
  UploadTarget,
  UploadType,
} from "../ports/shop-catalog.ts";
import {
  ListFiles,
  type ListFilesQuery,
  FileCreate,
  FileDelete,
  FindFiles,
  ReadFile,
  StagedUploadsCreate,
  type ReadFileQuery,
} from "./admin.generated.ts";
import type { AdminClient } from "./client.ts";
import { searchWords } from "./search-words.ts";
import { UnavailableError, UncertainError } from "../ports/errors.ts";
import { resultOrThrow } from "./answers.ts";
import { MINUTE_MS } from "../ports/clock.ts";

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

/** Adds files to a shop, over the Admin API. */
export function createFileUploads(client: AdminClient): FileUploads {
  return {
    async createTarget(shop, { name, type, bytes }) {
      const file = { filename: name, mimeType: type, fileSize: String(bytes) };
      const input = [{ ...file, resource: kindOf(type), httpMethod: "POST" as const }];
      const { stagedUploadsCreate: answer } = await client.run(shop, StagedUploadsCreate, { input });
      const [target] = resultOrThrow("stagedUploadsCreate", answer, "stagedTargets");
      if (!target?.url || !target.resourceUrl) throw new UncertainError("Shopify named no place to upload to");
      return { url: target.url, fields: target.parameters, source: target.resourceUrl };
    },
    async createFile(shop, { name, type, source }) {
      const file = { filename: name, contentType: kindOf(type), originalSource: source };
      const { fileCreate } = await client.run(shop, FileCreate, { files: [file] });
      const [created] = resultOrThrow("fileCreate", fileCreate, "files");
      if (!created) throw new UncertainError("Shopify answered fileCreate without a file");
      return created.id;
    },
    readFile: async (shop, id) => stateOf((await client.run(shop, ReadFile, { id })).node),
  };
}

/** Adds print files of the app's own to a shop. */
export function createHostedFiles(client: AdminClient): HostedFiles {
  const uploads = createFileUploads(client);
  return {
    async add(shop, { name, bytes }) {
      const target = await uploads.createTarget(shop, { name, type: "image/png", bytes: bytes.byteLength });
      await sendTo(target, name, bytes);
      // shopify: of two files of one name, the second is refused: a repetition after a lost answer adds none.
      const file = { filename: name, contentType: "IMAGE" as const, duplicateResolutionMode: "RAISE_ERROR" as const };
      const { fileCreate } = await client.run(shop, FileCreate, {
        files: [{ ...file, originalSource: target.source }],
      });
      if (fileCreate?.userErrors.some(({ code }) => code === "FILENAME_ALREADY_EXISTS")) return null;
      const [created] = resultOrThrow("fileCreate", fileCreate, "files");
      if (!created) throw new UncertainError("Shopify answered fileCreate without a file");
      return created.id;
    },
    async find(shop, name) {
      const { files } = await client.run(shop, FindFiles, { query: `filename:"${name}"` });
      return files.nodes.map(({ id }) => id);
    },
    read: (shop, gid) => uploads.readFile(shop, gid),
    async remove(shop, gids) {
      const { fileDelete } = await client.run(shop, FileDelete, { fileIds: [...gids] });
      if (fileDelete?.userErrors.some(({ code }) => code === "FILE_DOES_NOT_EXIST")) return;
      resultOrThrow("fileDelete", fileDelete, "deletedFileIds");
    },
  };
}

const SEND_TIMEOUT_MS = MINUTE_MS;

/** A file that did not arrive is none that Shopify has. @throws UnavailableError */
async function sendTo({ url, fields }: UploadTarget, name: string, bytes: Uint8Array): Promise<void> {
  const form = new FormData();
  for (const field of fields) form.append(field.name, field.value);
  // Google Cloud Storage ignores fields after the file.
  form.append("file", new Blob([Uint8Array.from(bytes)], { type: "image/png" }), name);
  let status: number;
  try {
    const signal = AbortSignal.timeout(SEND_TIMEOUT_MS);
    // Followed, a redirect would hand the file to another address, or ask for it by GET and take that answer for a success.
    const answer = await fetch(url, { method: "POST", body: form, redirect: "manual", signal });
    await answer.body?.cancel();
    status = answer.status;
  } catch (cause) {
    throw new UnavailableError("Shopify's place for uploads cannot be reached", { cause });
  }
  if (status < 200 || status > 299)
    throw new UnavailableError("Shopify's place for uploads takes no file", { httpStatus: status });
}

/** shopify: a PDF is a generic file. */
const kindOf = (type: UploadType) => (type === "application/pdf" ? ("FILE" as const) : ("IMAGE" as const));

function stateOf(node: ReadFileQuery["node"]): UploadedFile {
  if (!node || !("fileStatus" in node)) return { state: "failed", code: "FILE_DOES_NOT_EXIST", message: "" };
  if (node.fileStatus === "FAILED") {
    const [error] = node.fileErrors;
    return { state: "failed", code: error?.code ?? "UNKNOWN", message: error?.message ?? "" };
  }
  const link = "url" in node ? node.url : "image" in node ? node.image?.url : null;
  return node.fileStatus === "READY" && link ? { state: "ready", link } : { state: "processing" };
}
