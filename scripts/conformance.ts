/**
 * `npm run conformance -- --url URL --email …`: tries a print service against the clauses of its interface, by reading
 * alone.
 */
import { runConformance } from "./conformance/run.ts";

const { text, code } = await runConformance(process.argv.slice(2), process.env["PRINT_SERVICE_PASSWORD"]);
if (code === 2) console.error(text);
else console.log(text);
process.exitCode = code;
