/** What is wrong with a field of the quote form. */
export const FIELD_PROBLEMS = {
  country: "Select a country",
  province: "Enter up to 4 characters",
  sku: "Enter a print SKU",
  skuTooLong: (max: number) => `Enter up to ${max} characters`,
  quantity: "Enter a whole number from 1 to 999",
};
