import { expect, it } from "vitest";
import { firstTable } from "../../../scripts/documents/markdown-table.ts";
import { envVariables } from "../../config/env.server.ts";
import { retentionPeriods } from "../../privacy/prune.ts";
import { storedData } from "./privacy-copy.ts";

it("docs/privacy.md says what the privacy page says, with the default retention", () => {
  const defaultDays = envVariables.shape.RETENTION_DAYS.parse(undefined);
  const rows = storedData(retentionPeriods(defaultDays)).map(({ data, reason, kept }) => [data, reason, kept]);
  expect(firstTable("docs/privacy.md", "What is stored")).toEqual(rows);
});

it("the privacy page says what the installation's retention is", () => {
  const kept = storedData(retentionPeriods(90)).map((row) => row.kept);
  expect(kept.join("\n")).toMatch(/90 days after the order was sent or last changed[^]*record 180 days/);
});
