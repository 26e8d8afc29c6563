import { randomUUID } from "node:crypto";
import { inject } from "vitest";

/** The run's Redis, and a prefix of keys that no other test uses. */
export function testRedis(): { url: string; prefix: string } {
  return { url: inject("redisUrl"), prefix: `t-${randomUUID()}` };
}
