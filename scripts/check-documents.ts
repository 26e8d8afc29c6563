/** `npm run check`: what documents say of the code, and what code says of documents, is so. */
import * as architecture from "./documents/architecture.ts";
import * as deployment from "./documents/deployment.ts";
import * as interfaceDocument from "./documents/interface-document.ts";
import * as namedThings from "./documents/named-things.ts";
import * as referencePages from "./documents/reference-pages.ts";

const CHECKS = [namedThings, referencePages, architecture, deployment, interfaceDocument].flatMap(
  (checks): (() => string[] | Promise<string[]>)[] => Object.values(checks),
);

const findings: string[] = [];
for (const check of CHECKS) findings.push(...(await check()));
for (const finding of findings) console.error(finding);
process.exitCode = findings.length === 0 ? 0 : 1;
