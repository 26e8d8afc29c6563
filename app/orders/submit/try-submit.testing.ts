import type { SubmissionId } from "../../ports/ids.ts";
import type { OrdersContext } from "../core/context.ts";
import { readStep } from "./read-step.ts";
import { alone, trySubmit, type SubmitTogether } from "./try-submit.ts";

/** Tries to send a submission, due or not. */
export async function submit(
  ctx: OrdersContext,
  id: SubmissionId,
  inPlace: SubmitTogether["inPlace"] = (call) => call(),
): Promise<void> {
  const step = await readStep(ctx, id);
  if (step) await trySubmit(ctx, step, { ...alone(ctx), inPlace });
}
