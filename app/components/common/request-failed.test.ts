import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const ROUTES = fileURLToPath(new URL("../../routes", import.meta.url));
/** They send nothing that could fail. */
const SILENT = [
  "app.$.tsx",
  "app.access-log.tsx",
  "app.activity.tsx",
  "app.catalog.$id.tsx",
  "app.claims._index.tsx",
  "app.privacy.tsx",
  "app.reports.tsx",
  "app.reports_.bill.tsx",
  "app.settings.tsx",
];

it("every page that sends requests stays as it is when one fails", () => {
  const replaced = globSync("app.*.tsx", { cwd: ROUTES }).filter((file) => {
    const code = readFileSync(`${ROUTES}/${file}`, "utf8");
    return code.includes("export default function") && !code.includes("shouldRevalidate = revalidateUnlessFailed");
  });
  expect(replaced.toSorted()).toEqual(SILENT);
});
