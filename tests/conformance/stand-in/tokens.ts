import { expect } from "vitest";
import { TODAY } from "../dialects.ts";
import type { Checks } from "../run-clauses.testing.ts";
import { ACCOUNT, CREATE, DETAIL, LIST, orderFields, PRICE, expectRejected, TOKEN } from "./service.testing.ts";
import type { Service } from "./service.testing.ts";

const issued = { status: 200, message: expect.any(String), result: { access_token: expect.any(String) } };
const REGISTER = ["webhook/v1/register", "webhook/v1/register-update-order"];
const POSTS = [CREATE, PRICE, ...REGISTER];
const GETS = [LIST, DETAIL];

const insistsOn = (method: "GET" | "POST", field: "email" | "password") => async (service: Service) => {
  const { [field]: _, ...rest } = ACCOUNT;
  expectRejected(await service.bare(method, TOKEN, rest));
  expectRejected(await service.bare(method, TOKEN, { ...ACCOUNT, [field]: "another" }));
};
const gives = (method: "GET" | "POST") => async (service: Service) => {
  const { httpStatus, body } = await service.bare(method, TOKEN, ACCOUNT);
  expect(httpStatus).toBe(200);
  expect(body).toMatchObject(issued);
};
const token = async (service: Service) => (await service.bare("POST", TOKEN, ACCOUNT)).body;
const header = (path: string) => async (service: Service) => {
  const method = GETS.includes(path) ? "GET" : "POST";
  expectRejected(await service.bare(method, path));
  const [name = ""] = Object.keys(await service.tokenHeader());
  expectRejected(await service.bare(method, path, {}, { [name]: "guess" }));
};

export const TOKEN_CHECKS: Checks<Service> = {
  "1/json": async (service) => {
    for (const path of POSTS) expect((await service.post(path, {})).contentType).toMatch(/^application\/json/);
    for (const path of GETS) expect((await service.get(path)).contentType).toMatch(/^application\/json/);
  },
  "1/status-and-message": async (service) => expect(await token(service)).toMatchObject(issued),
  "2.1/email": insistsOn("POST", "email"),
  "2.1/password": insistsOn("POST", "password"),
  "2.2/status": async (service) => expect((await token(service)).status).toBe(200),
  "2.2/message": async (service) => expect((await token(service)).message).toEqual(expect.any(String)),
  "2.2/access_token": async (service) =>
    expect((await token(service)).result.access_token).toEqual(expect.stringMatching(/./)),
  "4/base": async (service) => {
    const outside = await fetch(`${service.standIn.url}/api/${LIST}`, { headers: await service.tokenHeader() });
    expect(outside.status).toBe(404);
    expect((await service.get(LIST)).httpStatus).toBe(200);
  },
  "4/token-header": async (service) => {
    for (const path of [...POSTS, ...GETS]) await header(path)(service);
    const other = { "ELSE-ACCESS-TOKEN": Object.values(await service.tokenHeader())[0] ?? "" };
    expectRejected(await service.bare("GET", LIST, {}, other));
  },
  "4/token-without-header": gives("POST"),
  "4/get-encoding-open": async (service) => {
    await service.create();
    const fields = { order_id: "CONF-0001", date: TODAY };
    expect((await service.get(DETAIL, fields)).httpStatus).toBe(200);
    const inQuery = await service.get(`${DETAIL}?${new URLSearchParams(fields)}`);
    expect(inQuery.httpStatus === 200).toBe(service.dialect.getParams === "query");
  },
  "4/content-type-open": async (service) => {
    const headers = { ...(await service.tokenHeader()), "content-type": "text/plain" };
    expect((await service.bare("POST", CREATE, orderFields(service.dialect), headers)).httpStatus).toBe(200);
  },
  "4.1/post": gives("POST"),
  "4.1/email": insistsOn("POST", "email"),
  "4.1/password": insistsOn("POST", "password"),
  "4.1/answer": gives("POST"),
  "4.2/get": gives("GET"),
  "4.2/email": insistsOn("GET", "email"),
  "4.2/password": insistsOn("GET", "password"),
  "4.2/answer": gives("GET"),
  "4.3/header": header(CREATE),
  "4.4/header": header(PRICE),
  "4.5/header": header(LIST),
  "4.6/header": header(DETAIL),
  "4.7/header": header(REGISTER[0] ?? ""),
  "4.8/header": header(REGISTER[1] ?? ""),
  "5/1": async (service) => {
    for (const method of ["GET", "POST"] as const) {
      const { body } = await service.bare(method, TOKEN, ACCOUNT);
      const [name = ""] = Object.keys(await service.tokenHeader());
      expect((await service.bare("GET", LIST, {}, { [name]: body.result.access_token })).httpStatus).toBe(200);
    }
  },
  "5/2": async (service) => {
    const [[name, value] = ["", ""]] = Object.entries(await service.tokenHeader());
    expectRejected(await service.bare("GET", LIST, {}, { [name]: `Bearer ${value}` }));
    expect((await service.bare("GET", LIST, {}, { [name]: value })).httpStatus).toBe(200);
  },
  "7/success": async (service) => {
    expect((await service.create()).body).toMatchObject({ status: 200, message: expect.any(String) });
    expectRejected(await service.create({ order_id: "1" }));
  },
  "9/v1": async (service) => {
    for (const path of [...POSTS, ...GETS, TOKEN]) {
      const method = GETS.includes(path) ? "GET" : "POST";
      expect((await service.bare(method, path.replace("/v1/", "/v2/"), {})).httpStatus).toBe(404);
      expect((await service.bare(method, path, {})).httpStatus).not.toBe(404);
    }
  },
};
