import { isoCountry } from "../address/country.ts";
import { MAX_ROWS, NEW_ROW, type BasketForm, type BasketRow } from "./basket-form.ts";
import type { Basket } from "./basket.ts";
import { provinceFor } from "../address/province.ts";

/** The problem shown beside each field, or null. */
export interface RowProblems {
  sku: string | null;
  quantity: string | null;
}

export interface FormProblems {
  /** One for each row of the form. */
  rows: RowProblems[];
  tooMany: boolean;
  country: string | null;
  province: string | null;
}

interface ReadForm {
  form: BasketForm;
  problems: FormProblems;
  /** null while the form has a problem, or is not submitted. */
  basket: Basket | null;
}

const SKU_MAX = 255;
const NO_PROBLEM: RowProblems = { sku: null, quantity: null };

/** Reads the query of an address. Without `country` the form is not submitted, and has no problems. */
export function readForm(params: URLSearchParams): ReadForm {
  const quantities = params.getAll("qty");
  const given = params.getAll("sku").map((sku, at) => ({ sku: sku.trim(), quantity: quantities[at]?.trim() ?? "1" }));
  const rows = given.length > 0 ? given.slice(0, MAX_ROWS) : [NEW_ROW];
  const country = isoCountry(params.get("country") ?? "") ?? "";
  const form = { rows, country, province: params.get("province")?.trim() ?? "" };
  const tooMany = given.length > MAX_ROWS;
  if (!params.has("country")) {
    const problems = { rows: rows.map(() => NO_PROBLEM), tooMany, country: null, province: null };
    return { form, problems, basket: null };
  }
  const problems = { ...problemsOf(form), tooMany };
  return { form, problems, basket: hasProblems(problems) ? null : basketOf(form) };
}

function problemsOf({ rows, country, province }: BasketForm): Omit<FormProblems, "tooMany"> {
  return {
    rows: rows.map((row) => ({ sku: skuProblem(row), quantity: quantityProblem(row) })),
    country: country === "" ? FIELD_PROBLEMS.country : null,
    province: provinceFor(country, province) === null ? FIELD_PROBLEMS.province : null,
  };
}

function skuProblem({ sku }: BasketRow): string | null {
  if (sku === "") return FIELD_PROBLEMS.sku;
  return sku.length > SKU_MAX ? FIELD_PROBLEMS.skuTooLong(SKU_MAX) : null;
}

function quantityProblem({ quantity }: BasketRow): string | null {
  return /^\d{1,3}$/.test(quantity) && Number(quantity) > 0 ? null : FIELD_PROBLEMS.quantity;
}

function hasProblems({ rows, tooMany, country, province }: FormProblems): boolean {
  const inRows = rows.some(({ sku, quantity }) => sku !== null || quantity !== null);
  return inRows || tooMany || country !== null || province !== null;
}

function basketOf({ rows, country, province }: BasketForm): Basket {
  return {
    countryCode: country,
    provinceCode: provinceFor(country, province) ?? country,
    items: rows.map(({ sku, quantity }) => ({ itemSku: sku, quantity: Number(quantity) })),
  };
}

/** What is wrong with a field of the quote form. */
const FIELD_PROBLEMS = {
  country: "Select a country",
  province: "Enter up to 4 characters",
  sku: "Enter a print SKU",
  skuTooLong: (max: number) => `Enter up to ${max} characters`,
  quantity: "Enter a whole number from 1 to 999",
};
