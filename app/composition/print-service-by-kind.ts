import type { PrintAccountKind, PrismaClient } from "../../prisma/client/client.ts";
import { UnauthorizedError } from "../ports/errors.ts";
import type { PrintAccountId } from "../ports/ids.ts";
import type { PrintAccountCalls, PrintService } from "../ports/print-service.ts";

/**
 * One print service of two: each account reaches the one of its kind, and never the other. Nothing is called for an account
 * that does not exist.
 */
export function createPrintServiceByKind(
  db: PrismaClient,
  services: Readonly<Record<PrintAccountKind, PrintService>>,
): PrintService {
  // The kind of an account never changes.
  const kinds = new Map<PrintAccountId, PrintAccountKind>();
  const kindOf = async (id: PrintAccountId): Promise<PrintAccountKind> => {
    const known = kinds.get(id);
    if (known) return known;
    const account = await db.printAccount.findUnique({ where: { id }, select: { kind: true } });
    if (!account) throw new UnauthorizedError("there is no such print account any more");
    kinds.set(id, account.kind);
    return account.kind;
  };
  return {
    forAccount(id) {
      let opened: PrintAccountCalls | null = null;
      const calls = async () => (opened ??= services[await kindOf(id)].forAccount(id));
      return {
        prepareCreate: async () => (await calls()).prepareCreate(),
        create: async (order, deadline) => (await calls()).create(order, deadline),
        testPrice: async (input) => (await calls()).testPrice(input),
        list: async (input) => (await calls()).list(input),
        listAll: async (input) => (await calls()).listAll(input),
        detail: async (input) => (await calls()).detail(input),
        listRegistrations: async (kind, endpoint) => (await calls()).listRegistrations(kind, endpoint),
        createRegistration: async (kind, input) => (await calls()).createRegistration(kind, input),
        updateRegistration: async (kind, input) => (await calls()).updateRegistration(kind, input),
      };
    },
  };
}
