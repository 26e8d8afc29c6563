import { addUploadedFile } from "../files.ts";
import { sourceOf, stageUpload } from "../staged-uploads.ts";
import { UserError } from "../user-error.ts";
import type { GraphContext } from "./context.ts";
import { fileView } from "./file-view.ts";
import { withUserErrors } from "./user-errors.ts";

interface StagedInput {
  filename: string;
  mimeType: string;
  resource: string;
  httpMethod?: "POST" | "PUT" | null;
}

interface FileInput {
  originalSource: string;
  filename?: string | null;
  contentType?: string | null;
  duplicateResolutionMode?: "APPEND_UUID" | "RAISE_ERROR" | "REPLACE" | null;
}

/** Mutations of files. */
export const fileMutations = {
  stagedUploadsCreate: ({ input }: { input: StagedInput[] }, { store, shop, url }: GraphContext) => {
    const unknown = input.find(({ resource, httpMethod }) => !/^(IMAGE|FILE)$/.test(resource) || httpMethod !== "POST");
    if (unknown) {
      const message = `The stand-in stages no ${unknown.resource} by ${unknown.httpMethod ?? "PUT"}`;
      return { stagedTargets: null, userErrors: [{ field: ["input"], message }] };
    }
    const stagedTargets = input.map(({ filename, mimeType }) => {
      const upload = stageUpload(store.uploads, shop.id, filename, mimeType);
      const parameters = Object.entries(upload.fields).map(([name, value]) => ({ name, value }));
      return { url: `${url}/_staged/`, resourceUrl: sourceOf(upload), parameters };
    });
    return { stagedTargets, userErrors: [] };
  },
  fileCreate: ({ files }: { files: FileInput[] }, { store, shop, url }: GraphContext) =>
    withUserErrors(["files"], () => {
      const created = files.map(({ originalSource, filename, contentType, duplicateResolutionMode }) => {
        if (duplicateResolutionMode === "RAISE_ERROR" && shop.files.some(({ name }) => name === filename))
          throw new UserError("Filename already exists", ["files", "filename"], "FILENAME_ALREADY_EXISTS");
        const upload = store.uploads.get(originalSource);
        if (!upload)
          throw new UserError("Image URL is invalid", ["files", "originalSource"], "INVALID_IMAGE_SOURCE_URL");
        const type = upload.fields["Content-Type"] ?? "";
        if (type.startsWith("image/") !== (contentType === "IMAGE"))
          throw new UserError("The file type is not supported", ["files", "contentType"], "UNACCEPTABLE_ASSET");
        return addUploadedFile(store, shop, {
          name: filename ?? "file",
          url,
          isImage: contentType === "IMAGE",
          upload,
        });
      });
      return { files: created.map(fileView) };
    }),
  fileDelete: ({ fileIds }: { fileIds: string[] }, { shop }: GraphContext) =>
    withUserErrors(["deletedFileIds"], () => {
      const known = shop.files.filter((file) => fileIds.includes(String(fileView(file)["id"])));
      if (known.length < new Set(fileIds).size)
        throw new UserError("File id does not exist", ["fileIds"], "FILE_DOES_NOT_EXIST");
      shop.files = shop.files.filter((file) => !known.includes(file));
      return { deletedFileIds: fileIds };
    }),
};
