import type { PrintAccountId } from "../ports/ids.ts";
import type { Registration, RegistrationInput, RegistrationKind } from "../ports/print-service.ts";
import type { PracticeContext } from "./practice-order.ts";

/** What is registered: one address for each kind at most (print-service: registerTrackingWebhook, registerOrderStatusWebhook). */
export function listRegistrations(
  { db }: Pick<PracticeContext, "db">,
  printAccountId: PrintAccountId,
  kind: RegistrationKind,
): Promise<Registration[]> {
  const select = { endpoint: true, accessKey: true, active: true };
  return db.practiceRegistration.findMany({ where: { printAccountId, kind }, select });
}

/**
 * Registers an address, or updates the registered one. The secret is not kept: an event of the practice service comes from
 * this app (`advanceProduction`).
 */
export async function writeRegistration(
  { db }: Pick<PracticeContext, "db">,
  printAccountId: PrintAccountId,
  kind: RegistrationKind,
  { endpoint, accessKey, active }: RegistrationInput,
): Promise<Registration> {
  const registration = { endpoint, accessKey, active };
  await db.practiceRegistration.upsert({
    where: { printAccountId_kind: { printAccountId, kind } },
    create: { printAccountId, kind, ...registration },
    update: registration,
  });
  return registration;
}
