import { expect } from "vitest";
import type { RegistrationKind } from "../../../app/ports/print-service.ts";
import { createPrintService } from "../../../app/print-service/index.ts";
import { fixedToken, rawServer } from "../../../app/print-service/print-service.testing.ts";
import { checkOf } from "../run-clauses.testing.ts";
import type { Check, Checks } from "../run-clauses.testing.ts";
import type { ClientHarness } from "./harness.testing.ts";
import { idOf } from "../../support/ids.ts";

const ENDPOINT = "https://app.example/print-events/K1/tracking";
const INPUT = { endpoint: ENDPOINT, active: true, accessKey: "X-Conf-Key", accessToken: "t-1" };
const SHOWN = { endpoint: ENDPOINT, accessKey: "X-Conf-Key", active: true };

function checksOf(section: "4.7" | "4.8", kind: RegistrationKind, path: string): Checks<ClientHarness> {
  const sends =
    (expected: Record<string, unknown>): Check<ClientHarness> =>
    async (harness) => {
      await harness.account.createRegistration(kind, INPUT);
      expect(harness.fields(path)).toMatchObject(expected);
      await harness.account.updateRegistration(kind, INPUT);
      expect(harness.fields(path)).toMatchObject({ ...expected, type: "update" });
    };
  const reads: Check<ClientHarness> = async (harness) =>
    expect(await harness.account.createRegistration(kind, INPUT)).toEqual(SHOWN);
  const checks: Checks<ClientHarness> = {
    "content-type": async (harness) => {
      await harness.account.createRegistration(kind, INPUT);
      expect(harness.last(path).headers["content-type"]).toBe("application/json");
    },
    "type-list": async (harness) => {
      expect(await harness.account.listRegistrations(kind, ENDPOINT)).toEqual([]);
      await harness.account.createRegistration(kind, INPUT);
      expect(await harness.account.listRegistrations(kind, ENDPOINT)).toEqual([SHOWN]);
      expect(harness.fields(path)).toMatchObject({ type: "list", endpoint: ENDPOINT });
    },
    "type-create": async (harness) => {
      await harness.account.createRegistration(kind, INPUT);
      expect(harness.fields(path)).toMatchObject({ type: "create" });
    },
    "type-update": async (harness) => {
      await harness.account.createRegistration(kind, INPUT);
      const changed = { ...INPUT, endpoint: `${ENDPOINT}2` };
      expect(await harness.account.updateRegistration(kind, changed)).toMatchObject({ endpoint: `${ENDPOINT}2` });
      expect(harness.fields(path)).toMatchObject({ type: "update" });
    },
    endpoint: sends({ endpoint: ENDPOINT }),
    status: async (harness) => {
      await sends({ status: 1 })(harness);
      await harness.account.updateRegistration(kind, { ...INPUT, active: false });
      expect(harness.fields(path)).toMatchObject({ status: 0 });
    },
    access_token: sends({ access_token: "t-1" }),
    access_key: sends({ access_key: "X-Conf-Key" }),
    "answer-status": async (harness) => {
      harness.standIn.addFault({ effect: "body_status", endpoint: "any" });
      harness.standIn.addFault({ effect: "body_status", endpoint: "any" });
      await expect(harness.account.createRegistration(kind, INPUT)).rejects.toThrow();
    },
    "answer-endpoint": reads,
    "answer-access_key": reads,
    "answer-status-text": async (harness) => {
      await reads(harness);
      const off = await harness.account.updateRegistration(kind, { ...INPUT, active: false });
      expect(off.active).toBe(false);
    },
  };
  return Object.fromEntries(Object.entries(checks).map(([name, check]) => [`${section}/${name}`, check]));
}

const TRACKING = checksOf("4.7", "tracking", "/cdn/api/webhook/v1/register");
const STATUS = checksOf("4.8", "order_status", "/cdn/api/webhook/v1/register-update-order");
const both = (name: string): Check<ClientHarness> =>
  async function (harness) {
    await checkOf(TRACKING, `4.7/${name}`)(harness);
    await checkOf(STATUS, `4.8/${name}`)(harness);
  };

const LISTED = [
  [{}, []],
  [{ endpoint: ENDPOINT, access_key: "X-Conf-Key", status: "Active" }, [SHOWN]],
  [{ result: { endpoint: ENDPOINT, access_key: "X-Conf-Key", state: "Active" } }, [SHOWN]],
  [{ data: [{ endpoint: ENDPOINT, access_key: "X-Conf-Key", on: "Inactive" }] }, [{ ...SHOWN, active: false }]],
] as const;

export const REGISTRATION_CHECKS: Checks<ClientHarness> = {
  ...TRACKING,
  ...STATUS,
  "3/registration-status": both("status"),
  "3/registration-status-text": both("answer-status-text"),
  "4/list-update-answer-open": async ({ config }) => {
    for (const [says, understood] of LISTED) {
      const server = await rawServer((response) => {
        response.end(JSON.stringify({ status: 200, message: "ok", ...says }));
      });
      const account = createPrintService({ ...config, baseUrl: server.url, tokens: fixedToken }).forAccount(idOf("a1"));
      expect(await account.listRegistrations("tracking", ENDPOINT)).toEqual(understood);
      await server.close();
    }
  },
};
