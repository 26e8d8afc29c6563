/** Shopify would answer this as a userError: the request was understood and not carried out. */
export class UserError extends Error {
  readonly field: string[] | null;
  readonly code: string | null;

  constructor(message: string, field: string[] | null = null, code: string | null = null) {
    super(message);
    this.name = "UserError";
    this.field = field;
    this.code = code;
  }
}
