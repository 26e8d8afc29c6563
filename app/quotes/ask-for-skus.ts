import { RejectedError } from "../ports/errors.ts";
import type { PrintAccountId } from "../ports/ids.ts";
import type { PrintService, Quote } from "../ports/print-service.ts";

type Answer =
  | { accepted: true; lines: Quote["lines"] }
  /** For staff only, never logged. */
  | { accepted: false; providerMessage: string | null };

/**
 * Asks whether the print service knows SKUs, and what one piece of each costs (print-service: testPrice; no order is made).
 * @throws RemoteError where the answer says nothing about the SKUs
 */
export async function askForSkus(
  { printService }: { printService: PrintService },
  printAccountId: PrintAccountId,
  destination: { countryCode: string; provinceCode: string },
  skus: readonly string[],
): Promise<Answer> {
  const items = skus.map((itemSku) => ({ itemSku, quantity: 1 }));
  try {
    const { lines } = await printService.forAccount(printAccountId).testPrice({ ...destination, items });
    return { accepted: true, lines };
  } catch (error) {
    if (!(error instanceof RejectedError) || error.maybeTransient) throw error;
    return { accepted: false, providerMessage: error.providerMessage ?? null };
  }
}
