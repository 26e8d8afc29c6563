import type { SubmissionId } from "../../ports/ids.ts";
import type { OrdersContext } from "../core/context.ts";
import { readStep } from "./read-step.ts";
import { trySubmit, type CreatePlaces } from "./try-submit.ts";

/** Tries to send a submission, due or not. */
export async function submit(
  ctx: OrdersContext,
  id: SubmissionId,
  inPlace: CreatePlaces = (call) => call(),
): Promise<void> {
  const step = await readStep(ctx, id);
  if (step) await trySubmit(ctx, step, inPlace);
}
