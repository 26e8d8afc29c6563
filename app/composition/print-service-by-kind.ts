import type { PrintAccountKind, PrintInterface, PrismaClient } from "../../prisma/client/client.ts";
import { UnauthorizedError } from "../ports/errors.ts";
import type { PrintAccountId } from "../ports/ids.ts";
import type { PrintAccountCalls, PrintService } from "../ports/print-service.ts";

/**
 * One print service of several: each account reaches the one of its kind and of its interface, and never another. Nothing is called for
 * an account that does not exist.
 */
export function createPrintServiceByKind(
  db: PrismaClient,
  services: Readonly<{ live: Record<PrintInterface, PrintService>; practice: PrintService }>,
): PrintService {
  // Neither the kind of an account nor its interface ever changes.
  const known = new Map<PrintAccountId, PrintService>();
  const serviceOf = async (id: PrintAccountId): Promise<PrintService> => {
    const found = known.get(id);
    if (found) return found;
    const select = { kind: true, interfaceVersion: true };
    const account = await db.printAccount.findUnique({ where: { id }, select });
    if (!account) throw new UnauthorizedError("there is no such print account any more");
    const service = serviceFor(services, account.kind, account.interfaceVersion);
    known.set(id, service);
    return service;
  };
  return {
    forAccount(id) {
      let opened: PrintAccountCalls | null = null;
      const calls = async () => (opened ??= (await serviceOf(id)).forAccount(id));
      return {
        capabilities: async () => (await calls()).capabilities(),
        further: async () => (await calls()).further(),
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

const serviceFor = (
  { live, practice }: Parameters<typeof createPrintServiceByKind>[1],
  kind: PrintAccountKind,
  version: PrintInterface,
): PrintService => (kind === "practice" ? practice : live[version]);
