import { json, type ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import type { UploadResponse } from "../components/products/files/use-upload.ts";
import { readJson } from "../http/read-request.server.ts";
import { requireShop } from "../http/require-shop.server.ts";
import { RejectedError, RemoteError, UncertainError } from "../ports/errors.ts";
import {
  STAGED_UPLOADS_ORIGIN,
  UPLOAD_MAX_BYTES,
  UPLOAD_TYPES,
  WRITE_FILES_SCOPE,
  type UploadType,
} from "../ports/shop-catalog.ts";
import { hasScope } from "../ports/shopify.ts";

const file = {
  name: z.string().trim().min(1).max(255),
  type: z.enum(Object.keys(UPLOAD_TYPES) as UploadType[]),
};
const bodySchema = z.discriminatedUnion("step", [
  z.strictObject({ step: z.literal("begin"), ...file, bytes: z.number().int().positive().max(UPLOAD_MAX_BYTES) }),
  // Shopify would fetch any address: only what a browser sent to its own place is taken.
  z.strictObject({
    step: z.literal("create"),
    ...file,
    source: z.string().max(2048).startsWith(`${STAGED_UPLOADS_ORIGIN}/`),
  }),
  z.strictObject({
    step: z.literal("read"),
    gid: z.string().regex(/^gid:\/\/shopify\/(MediaImage|GenericFile)\/\d+$/),
  }),
]);

/** `POST {step, …}`: one step of an upload to the shop's files. The file itself goes from the browser to Shopify. */
export async function action({ request }: ActionFunctionArgs) {
  const { core, shop } = await requireShop(request);
  const body = await readJson(request, bodySchema);
  try {
    return json<UploadResponse>(await takeStep());
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    if (error instanceof UncertainError) return json<UploadResponse>({ outcome: "uncertain" });
    const message = error instanceof RejectedError ? (error.providerMessage ?? null) : null;
    return json<UploadResponse>({ outcome: "refused", message });
  }

  async function takeStep(): Promise<UploadResponse> {
    const { fileUploads } = core;
    switch (body.step) {
      case "begin":
        if (!(await mayUpload())) return { outcome: "not_allowed" };
        return { outcome: "target", target: await fileUploads.createTarget(shop.domain, body) };
      case "create":
        return { outcome: "created", gid: await fileUploads.createFile(shop.domain, body) };
      case "read":
        return { outcome: "read", file: await fileUploads.readFile(shop.domain, body.gid) };
    }
  }

  /** Shopify reports a missing scope only after the whole upload; its webhook about a new scope may not have arrived yet. */
  async function mayUpload(): Promise<boolean> {
    if (hasScope(shop, WRITE_FILES_SCOPE)) return true;
    return (await core.readScopes(shop.domain)).includes(WRITE_FILES_SCOPE);
  }
}
