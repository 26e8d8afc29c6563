import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { classifyAnswer } from "./answer.ts";

const status = fc.oneof(
  fc.integer({ min: 100, max: 599 }),
  fc.constantFrom(200, 400, 401, 403, 404, 408, 422, 429, 500),
);
const bodyStatus = fc.oneof(status, status.map(String), fc.constantFrom(null, true, "ok", "Active"), fc.double());
const body = fc.oneof(
  fc.record({ status: bodyStatus, message: fc.string(), error: fc.jsonValue() }, { requiredKeys: [] }),
  fc.jsonValue(),
);
const text = fc.oneof(
  body.map((b) => JSON.stringify(b)),
  fc.string(),
  fc.json().map((j) => j.slice(0, -1)),
);

const classified = (
  property: (kind: string, httpStatus: number, bodyStatusField: number | string | undefined) => boolean,
) =>
  fc.assert(
    fc.property(status, text, (httpStatus, raw) => {
      let bodyStatusField: number | string | undefined;
      try {
        bodyStatusField = (JSON.parse(raw) as { status?: number | string } | null)?.status;
      } catch {
        bodyStatusField = undefined;
      }
      return property(classifyAnswer({ httpStatus, headers: {}, text: raw }).kind, httpStatus, bodyStatusField);
    }),
    { numRuns: 500 },
  );

describe("judging an answer", () => {
  it("is what it is with an ordinary number, however long a number in it is", () => {
    const digits = fc.bigInt({ min: 10n ** 15n, max: 10n ** 34n - 1n }).map(String);
    const judge = (httpStatus: number, text: string) => classifyAnswer({ httpStatus, headers: {}, text });
    fc.assert(
      fc.property(status, bodyStatus, digits, fc.nat(40), (httpStatus, inBody, long, cut) => {
        const answer = (id: string) => `{"status":${JSON.stringify(inBody)},"message":"m","id":${id}}`;
        expect(judge(httpStatus, answer(long)).kind).toBe(judge(httpStatus, answer("1")).kind);
        const broken = [`${answer(long)}}`, answer(long).slice(0, cut), answer(`${long}x`), answer(`0${long}`)];
        for (const text of broken) expect(judge(httpStatus, text)).toEqual(judge(httpStatus, text.replace(long, "1x")));
      }),
    );
  });

  it("is a success only for 2xx whose body says so too", () => {
    classified(
      (kind, http, bodyStatusField) =>
        kind !== "ok" ||
        (http >= 200 && http < 300 && (bodyStatusField === "Active" || /^2\d\d$/.test(String(bodyStatusField)))),
    );
  });

  it("is a refusal only where HTTP or the body says 4xx, and never for 408 or 425", () => {
    classified((kind, http, bodyStatusField) => {
      if (kind !== "rejected") return true;
      const counts = /^\d{3}$/.test(String(bodyStatusField)) ? Number(bodyStatusField) : http;
      return http < 500 && counts >= 400 && counts < 500 && counts !== 408 && counts !== 425;
    });
  });

  it("is certainly not processed only for 401, 403 and 429", () => {
    classified((kind, http, bodyStatusField) => {
      if (kind !== "not_processed" && kind !== "unauthorized") return true;
      return [401, 403, 429].includes(http) || [401, 403, 429].includes(Number(bodyStatusField));
    });
  });
});
