import { expect, test } from "vitest";
import { answersOk, complete, start } from "./process.testing.ts";

test("it refuses to start on a PostgreSQL that may lose what it committed, and says which setting", async () => {
  const { settings } = await complete("all");
  const { ended, output } = start({ ...settings, DATABASE_ALLOW_UNSAFE: "fsync" });
  expect(await ended).toBe(1);
  expect(output()).toContain("PostgreSQL runs with full_page_writes=off");
  expect(output()).not.toContain(settings["DATABASE_URL"]);
});

test.each(["worker", "all"])("asked to stop while it still starts, it ends in order (%s)", async (role) => {
  const { settings, url } = await complete(role);
  const app = start(settings);
  await answersOk(`${url}/healthz`);
  app.child.kill("SIGTERM");
  expect(await app.ended, app.output()).toBe(0);
});
