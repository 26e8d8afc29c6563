/** For tests only: a print service with one account, played in memory, and what a person's acts need around it. */
import { randomUUID } from "node:crypto";
import type { Database } from "../database/db.server.ts";
import type { Policy } from "../orders/core/policy.ts";
import type {
  ReadProblem,
  PrintServiceSetting,
  PrintAccountCalls,
  Registration,
  RegistrationKind,
  Credentials,
} from "../ports/print-service.ts";
import type { AttentionCode } from "../orders/core/attention.ts";
import { type RemoteError, UnauthorizedError, UnavailableError } from "../ports/errors.ts";
import type { ShopActionsContext } from "./context.ts";
import { installShop } from "../shops/install.ts";
import { createShopsContext, signInWith, type ManualClock } from "../../tests/support/shops-context.ts";
import type { PrintAccountId, ShopId } from "../ports/ids.ts";

export interface FakePrintService {
  password: string;
  down: boolean;
  /** It takes credentials, but no registrations. */
  failsRegistrations: boolean;
  /** What is in the way of reading its orders. */
  readProblem: ReadProblem | null;
  /** The setting for which it gives no token. */
  wrongSetting: PrintServiceSetting | null;
  registered: Partial<Record<RegistrationKind, Registration | undefined>>;
}

export interface AccountFixture {
  ctx: ShopActionsContext & { clock: ManualClock; policy: Policy };
  service: FakePrintService;
  credentials: Credentials;
  /** Codes of holds whose orders were woken, by call. */
  woken: (readonly AttentionCode[])[];
  newShop(): Promise<{ id: ShopId; domain: string }>;
  /** The shop as it stands now. */
  shop(id: ShopId): Promise<{ id: ShopId; domain: string; printAccountId: PrintAccountId | null }>;
}

export function createAccountFixture(database: Pick<Database, "db" | "sql">): AccountFixture {
  const { db } = database;
  const service: FakePrintService = {
    password: "right",
    down: false,
    failsRegistrations: false,
    readProblem: null,
    wrongSetting: null,
    registered: {},
  };
  const woken: AccountFixture["woken"] = [];
  const fetchToken = async (credentials: Credentials) => {
    if (service.down) throw new UnavailableError("down", { connectionFailure: "untrusted_certificate" });
    if (service.wrongSetting) throw new UnavailableError("not there");
    if (credentials.password !== service.password) throw new UnauthorizedError("wrong password");
    return "token";
  };
  const check = {
    diagnoseToken: async (_: unknown, failure: RemoteError) =>
      service.wrongSetting ?? (failure instanceof UnauthorizedError ? ("credentials" as const) : null),
    diagnoseReading: async () => service.readProblem,
  };
  const signIn = signInWith(fetchToken);
  const ctx = {
    ...createShopsContext(database),
    appUrl: "https://app.example.com",
    wakeHeld: async (_shopId: string, codes: readonly AttentionCode[]) => void woken.push(codes),
    fetchToken,
    signIn: { ...signIn, v1: { ...signIn.v1, check: { ...signIn.v1.check, ...check } } },
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
function calls(service: FakePrintService): PrintAccountCalls {
  const assertUp = () => {
    if (service.down) throw new UnavailableError("down");
  };
  const write: PrintAccountCalls["createRegistration"] = async (kind, { endpoint, accessKey, active }) => {
    assertUp();
    if (service.failsRegistrations) throw new UnavailableError("busy");
    return (service.registered[kind] = { endpoint, accessKey, active });
  };
  const fakeCalls: Partial<PrintAccountCalls> = {
    async listRegistrations(kind) {
      assertUp();
      const registration = service.registered[kind];
      return registration ? [registration] : [];
    },
    createRegistration: write,
    updateRegistration: write,
  };
  return fakeCalls as PrintAccountCalls;
}
