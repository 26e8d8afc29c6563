import { RejectedError, UncertainError } from "../ports/errors.ts";
import type { Gid } from "../ports/gid.ts";
import type { OrderStatusTag } from "../ports/shopify.ts";
import { ClearOrderStatus, SetOrderStatus } from "./admin.generated.ts";
import type { AdminClient } from "./client.ts";

/** The metafields of an order, without a definition: the merchant pins them to the order's page where they are wanted there. */
const NAMESPACE = "inkbridge";
const STATE = { namespace: NAMESPACE, key: "print_state" };
const LINK = { namespace: NAMESPACE, key: "print_link" };

/** shopify: tagsAdd, tagsRemove and metafieldsSet in one document; each may be repeated. */
export async function setOrderStatus(
  client: AdminClient,
  shop: string,
  id: Gid<"Order">,
  { tag, removed, state, link }: OrderStatusTag,
): Promise<void> {
  const metafields = [
    { ...STATE, ownerId: id, type: "single_line_text_field", value: state },
    { ...LINK, ownerId: id, type: "url", value: link },
  ];
  const variables = { id, tags: [tag], removed: [...removed], removes: removed.length > 0, metafields };
  const { tagsAdd, tagsRemove, metafieldsSet } = await client.run(shop, SetOrderStatus, variables);
  throwUnlessDone({ tagsAdd, metafieldsSet, ...(variables.removes ? { tagsRemove } : {}) });
}

/** shopify: tagsRemove and metafieldsDelete. */
export async function clearOrderStatus(
  client: AdminClient,
  shop: string,
  id: Gid<"Order">,
  tags: readonly string[],
): Promise<void> {
  const metafields = [STATE, LINK].map((one) => ({ ...one, ownerId: id }));
  const answer = await client.run(shop, ClearOrderStatus, { id, tags: [...tags], metafields });
  throwUnlessDone({ tagsRemove: answer.tagsRemove, metafieldsDelete: answer.metafieldsDelete });
}

type Payload = { userErrors: { message: string }[] } | null | undefined;

/** @throws RejectedError with Shopify's messages, UncertainError where one of the mutations has no payload */
function throwUnlessDone(payloads: Readonly<Record<string, Payload>>): void {
  for (const [mutation, payload] of Object.entries(payloads)) {
    if (!payload) throw new UncertainError(`Shopify answered ${mutation} without a result`);
    if (payload.userErrors.length === 0) continue;
    const providerMessage = payload.userErrors.map(({ message }) => message).join("; ");
    throw new RejectedError(`Shopify refused ${mutation}`, { providerMessage });
  }
}
