/** For tests only: a print service with one account, played in memory, and what a person's acts need around it. */
import { randomUUID } from "node:crypto";
import type { PrismaClient } from "@prisma/client";
import type { Policy } from "../orders/core/policy.ts";
import type { ReadingTrouble, ServiceSetting } from "../ports/connection-check.ts";
import { type ForeignError, Unauthorized, Unavailable } from "../ports/errors.ts";
import type { PrintAccountCalls, Registration, RegistrationKind } from "../ports/print-service.ts";
import type { ShopActsContext } from "../shops/context.ts";
import { installShop } from "../shops/install.ts";
import type { Credentials } from "./secrets.ts";
import { shopsContext, type ManualClock } from "../../tests/support/shops-context.ts";

export interface PlayedService {
  password: string;
  down: boolean;
  /** It takes credentials, but no registrations. */
  registersNothing: boolean;
  /** What is in the way of reading its orders. */
  trouble: ReadingTrouble | null;
  /** The setting for which it gives no token. */
  misfit: ServiceSetting | null;
  registered: Partial<Record<RegistrationKind, Registration | undefined>>;
}

export interface Acts {
  ctx: ShopActsContext & { clock: ManualClock; policy: Policy };
  service: PlayedService;
  credentials: Credentials;
  /** Codes of holds whose orders were woken, by call. */
  woken: (readonly string[])[];
  newShop(): Promise<{ id: string; domain: string }>;
  /** The shop as it stands now. */
  shop(id: string): Promise<{ id: string; domain: string; printAccountId: string | null }>;
}

export function playActs(db: PrismaClient): Acts {
  const service: PlayedService = {
    password: "right",
    down: false,
    registersNothing: false,
    trouble: null,
    misfit: null,
    registered: {},
  };
  const woken: Acts["woken"] = [];
  const ctx = {
    ...shopsContext(db),
    appUrl: "https://app.example.com",
    wakeHeld: async (_shopId: string, codes: readonly string[]) => void woken.push(codes),
    async fetchToken(credentials: Credentials) {
      if (service.down) throw new Unavailable("down");
      if (service.misfit) throw new Unavailable("not there");
      if (credentials.password !== service.password) throw new Unauthorized("wrong password");
      return "token";
    },
    connectionCheck: {
      token: async (_: Credentials, failure: ForeignError) =>
        service.misfit ?? (failure instanceof Unauthorized ? ("credentials" as const) : null),
      reading: async () => service.trouble,
    },
    printService: { forAccount: () => calls(service) },
  };
  return {
    ctx,
    service,
    woken,
    credentials: { email: `${randomUUID()}@example.com`, password: "right" },
    async newShop() {
      const domain = `s-${randomUUID()}.myshopify.com`;
      await installShop(ctx, domain, "");
      return db.shop.findUniqueOrThrow({ where: { domain }, select: { id: true, domain: true } });
    },
    shop: (id) => db.shop.findUniqueOrThrow({ where: { id } }),
  };
}

/** The calls that setting up makes. */
function calls(service: PlayedService): PrintAccountCalls {
  const up = () => {
    if (service.down) throw new Unavailable("down");
  };
  const write: PrintAccountCalls["createRegistration"] = async (kind, { endpoint, accessKey, active }) => {
    up();
    if (service.registersNothing) throw new Unavailable("busy");
    return (service.registered[kind] = { endpoint, accessKey, active });
  };
  const played: Partial<PrintAccountCalls> = {
    async listRegistrations(kind) {
      up();
      const found = service.registered[kind];
      return found ? [found] : [];
    },
    createRegistration: write,
    updateRegistration: write,
  };
  return played as PrintAccountCalls;
}
