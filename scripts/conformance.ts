/**
 * `npm run conformance -- --url URL --email …`: tries a print service against the clauses of its interface, by reading
 * alone.
 */
import { asTable } from "./conformance/findings.ts";
import { readOptions } from "./conformance/options.ts";
import type { Options } from "./conformance/options.ts";
import { tryAccount } from "./conformance/try-account.ts";

const options = read();
if (options) {
  const findings = await tryAccount(options, new Date());
  console.log(asTable(findings));
  process.exitCode = findings.some(({ verdict }) => verdict === "differs") ? 1 : 0;
}

function read(): Options | null {
  try {
    return readOptions(process.argv.slice(2), process.env["PRINT_SERVICE_PASSWORD"]);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
    return null;
  }
}
