import { askForSkus } from "../quotes/ask-for-skus.ts";
import type { GroupAnswer } from "../quotes/find-rejected-sku.ts";
import type { SkuCheckContext } from "./context.ts";
import { recordAccepted, type Destination } from "./record.ts";

type AskContext = Pick<SkuCheckContext, "db" | "clock" | "printService">;

/** Asks what SKUs cost, and records what the service accepts. @throws RemoteError where the answer says nothing about them */
export async function askPrices(ctx: AskContext, to: Destination, skus: readonly string[]): Promise<GroupAnswer> {
  const { printAccountId, countryCode } = to;
  // The interface requires a province, and the price is without tax, which alone depends on it.
  const answer = await askForSkus(ctx, printAccountId, { countryCode, provinceCode: countryCode }, skus);
  if (answer.accepted) await recordAccepted(ctx, to, answer.lines);
  return answer;
}
