import type { StandInOptions } from "../../sandbox/print-service/index.ts";

/** One way in which a service may fill in what the interface leaves open or shows in two ways. */
export interface Dialect {
  prefix: string;
  /** The one spelling that the service accepts. */
  province: "shipping_province" | "shipping_povince";
  getParams: "query" | "body";
  tokenMethod: "post" | "get";
}

/** Every pair of prefix, spelling and encoding comes once. */
export const DIALECTS: [Dialect, ...Dialect[]] = [
  { prefix: "svc", province: "shipping_province", getParams: "query", tokenMethod: "post" },
  { prefix: "svc", province: "shipping_povince", getParams: "body", tokenMethod: "get" },
  { prefix: "zq", province: "shipping_province", getParams: "body", tokenMethod: "post" },
  { prefix: "zq", province: "shipping_povince", getParams: "query", tokenMethod: "get" },
];

export const nameOf = ({ prefix, province, getParams, tokenMethod }: Dialect): string =>
  `prefix ${prefix}, ${province}, GET parameters in the ${getParams}, token by ${tokenMethod.toUpperCase()}`;

/** Noon of a day, so that a day has a yesterday and a tomorrow. */
export const NOON = { now: () => new Date("2026-11-20T12:00:00Z") };
export const TODAY = "2026-11-20";

/** A stand-in that accepts this dialect only. */
export const standInOptions = ({ prefix, province, getParams }: Dialect): StandInOptions => ({
  prefix,
  requireProvinceSpelling: province,
  getParams,
  billing: "by_order",
  clock: NOON,
});
