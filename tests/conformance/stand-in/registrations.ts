import { expect } from "vitest";
import { checkOf } from "../run-clauses.testing.ts";
import type { Check, Checks } from "../run-clauses.testing.ts";
import { expectRejected, expectAccepted } from "./service.testing.ts";
import type { Reply, Service } from "./service.testing.ts";

const ENDPOINT = "https://app.example/events";
const ASK = { type: "create", endpoint: ENDPOINT, access_key: "X-Conf-Key", access_token: "t-1" };
const TEXT = /^(Active|Inactive)$/;

function checksOf(section: "4.7" | "4.8", path: string, payload: string): Checks<Service> {
  const ask = (service: Service, changes: Record<string, unknown> = {}) => service.post(path, { ...ASK, ...changes });
  const text = ({ body }: Reply) => Object.values(body).find((value) => TEST(value));
  const TEST = (value: unknown) => typeof value === "string" && TEXT.test(value);
  const shows =
    (field: string, expected: unknown): Check<Service> =>
    async (service) =>
      expect((await ask(service)).body[field]).toEqual(expected);
  const checks: Checks<Service> = {
    post: async (service) => {
      expect((await service.get(path, ASK)).httpStatus).toBe(404);
      expectAccepted(await ask(service));
    },
    "content-type": async (service) => {
      const token = await service.tokenHeader();
      for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/jsonx"]) {
        expectRejected(await service.bare("POST", path, ASK, { ...token, "content-type": type }));
      }
      expectAccepted(
        await service.bare("POST", path, ASK, { ...token, "content-type": "application/json; charset=utf-8" }),
      );
    },
    "type-list": async (service) => {
      await ask(service);
      expect((await service.post(path, { type: "list" })).body).toMatchObject({ status: 200, endpoint: ENDPOINT });
    },
    "type-create": async (service) => expectAccepted(await ask(service)),
    "type-update": async (service) => {
      await ask(service);
      expectAccepted(await ask(service, { type: "update", endpoint: `${ENDPOINT}/2` }));
      expect((await service.post(path, { type: "list" })).body.endpoint).toBe(`${ENDPOINT}/2`);
    },
    "type-required": async (service) => {
      for (const type of [undefined, "", "delete"]) expectRejected(await ask(service, { type }));
    },
    endpoint: async (service) => {
      for (const endpoint of [undefined, "", "nowhere"]) expectRejected(await ask(service, { endpoint }));
    },
    status: async (service) => {
      for (const status of [2, "1", true]) expectRejected(await ask(service, { status }));
      expect(text(await ask(service, { status: 1 }))).toBe("Active");
      expect(text(await ask(service, { status: 0 }))).toBe("Inactive");
    },
    "status-default": async (service) => expect(text(await ask(service))).toBe("Active"),
    access_token: async (service) => {
      expectAccepted(await ask(service, { access_token: undefined }));
      expect((await ask(service)).body.access_token).toBe("t-1");
    },
    access_key: async (service) => {
      expectAccepted(await ask(service, { access_key: undefined }));
      expect((await ask(service)).body.access_key).toBe("X-Conf-Key");
    },
    "answer-status": shows("status", 200),
    "answer-endpoint": shows("endpoint", ENDPOINT),
    "answer-access_key": shows("access_key", "X-Conf-Key"),
    "answer-access_token": shows("access_token", "t-1"),
    "answer-status-text": async (service) => expect(text(await ask(service))).toMatch(TEXT),
    "answer-request_body": shows("request_body", expect.objectContaining({ [payload]: expect.anything() })),
    "answer-request_header": shows("request_header", expect.objectContaining({ "X-Conf-Key": expect.anything() })),
  };
  return Object.fromEntries(Object.entries(checks).map(([name, check]) => [`${section}/${name}`, check]));
}

const TRACKING = checksOf("4.7", "webhook/v1/register", "tracking_number");
const STATUS = checksOf("4.8", "webhook/v1/register-update-order", "order_items");

export const REGISTRATION_CHECKS: Checks<Service> = {
  ...TRACKING,
  ...STATUS,
  "3/registration-status": async (service) => {
    await checkOf(TRACKING, "4.7/status")(service);
    await checkOf(STATUS, "4.8/status")(service);
  },
  "3/registration-status-text": async (service) => {
    await checkOf(TRACKING, "4.7/answer-status-text")(service);
    await checkOf(STATUS, "4.8/answer-status-text")(service);
  },
};
