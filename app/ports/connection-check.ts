import type { RemoteError } from "./errors.ts";

/** Settings of the process for what the print service's interface leaves open. */
export type PrintServiceSetting =
  "PRINT_SERVICE_URL" | "PRINT_SERVICE_PREFIX" | "PRINT_SERVICE_TOKEN_METHOD" | "PRINT_SERVICE_GET_PARAMS";

/** Why an account cannot be read although its credentials were accepted. */
export type ReadProblem =
  | { kind: "setting"; setting: PrintServiceSetting }
  /** The HTTP status is null where no answer came. */
  | { kind: "unreadable"; call: "list" | "detail"; httpStatus: number | null };

/** Finds out why an account cannot be used, for the merchant who connects it, with requests made for nothing else. */
export interface ConnectionCheck {
  /** Why no token came: a setting, the credentials, or null where the service is unavailable. */
  diagnoseToken(
    credentials: { email: string; password: string },
    failure: RemoteError,
  ): Promise<PrintServiceSetting | "credentials" | null>;
  /** Reads the list of a range and the detail of an order that does not exist. null: both can be read. */
  diagnoseReading(
    token: string,
    input: { from: string; to: string; reference: string; date: string },
  ): Promise<ReadProblem | null>;
}

/** print-service: getToken */
export interface Credentials {
  email: string;
  password: string;
}
