import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { requireShop } from "../http/require-shop.server.ts";
import { addClaimPhoto, type AddPhotoResult } from "../orders/actions/claims.ts";
import { readClaimPhoto } from "../orders/pages/details/claim-views.ts";
import { claimIdSchema, claimPhotoIdSchema } from "../ports/ids.ts";

const notFound = () => new Response("This shop has no such claim here.", { status: 404 });

/** `GET ?photo=…`: a photo of a claim. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { ctx, shop, logAccess } = await requireShop(request);
  const claimId = claimIdSchema.safeParse(params["id"]);
  const photoId = claimPhotoIdSchema.safeParse(new URL(request.url).searchParams.get("photo"));
  if (!claimId.success || !photoId.success) return notFound();
  const photo = await readClaimPhoto(ctx, { shopId: shop.id, claimId: claimId.data, photoId: photoId.data });
  if (!photo) return notFound();
  await logAccess({ view: "order", orderGids: [photo.orderGid] });
  const name = `claim-photo-${photoId.data.slice(-6)}.jpg`;
  const headers = { "content-type": "image/jpeg", "content-disposition": `inline; filename="${name}"` };
  return new Response(Uint8Array.from(photo.bytes), { headers });
}

/** `POST` the bytes of a photo: adds it to the claim. Refusals are answers: what is wrong stands beside the file. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { core, ctx, shop, userId, requestStaffName } = await requireShop(request);
  const claimId = claimIdSchema.safeParse(params["id"]);
  if (!claimId.success) return notFound();
  const { redrawPhoto } = core;
  const file = new Uint8Array(await request.arrayBuffer());
  const result = await addClaimPhoto({ ...ctx, redrawPhoto }, { shopId: shop.id, claimId: claimId.data, userId }, file);
  requestStaffName();
  return json<{ result: AddPhotoResult }>({ result });
}
