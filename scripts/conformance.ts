/**
 * `npm run conformance -- --url URL --email …`: tries a print service against the clauses of its interface, and with
 * `--interface v3` against what is known of version 3, by reading alone.
 */
import { runConformance } from "./conformance/run.ts";

const { text, code } = await runConformance(process.argv.slice(2), {
  password: process.env["PRINT_SERVICE_PASSWORD"],
  accessToken: process.env["PRINT_SERVICE_ACCESS_TOKEN"],
});
if (code === 2) console.error(text);
else console.log(text);
process.exitCode = code;
