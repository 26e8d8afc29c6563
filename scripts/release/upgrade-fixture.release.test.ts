import { expect, it, onTestFinished } from "vitest";
import { openFreshDatabase } from "../../tests/support/database.ts";
import { makeUpgradeFixture, writeUpgradeFixture } from "./upgrade-fixture.ts";

it("the embedded database of a release takes the same rows as PostgreSQL, where tests/upgrade uses them", async () => {
  const database = await openFreshDatabase();
  onTestFinished(database.drop);
  const query = async <Row>(sql: string) => (await database.pool.query(sql)).rows as Row[];
  expect(await makeUpgradeFixture("next")).toBe(await writeUpgradeFixture("next", query));
});
