import { expect, test } from "vitest";
import { readRedisUrl, RedisUrlError } from "./redis-url.ts";

const plain = { host: "r.example", port: 6379, db: 0, family: 0, username: undefined, password: undefined };

test.each([
  ["redis://r.example", plain],
  ["redis://r.example/", plain],
  ["redis://r.example:6380/3", { ...plain, port: 6380, db: 3 }],
  ["redis://[::1]:6380", { ...plain, host: "::1", port: 6380 }],
  ["redis://r.example?family=6", { ...plain, family: 6 }],
  ["redis://r.example/?family=0", plain],
  ["redis://ink:p%40ss%2F@r.example", { ...plain, username: "ink", password: "p@ss/" }],
  ["redis://:secret@r.example", { ...plain, password: "secret" }],
  ["rediss://r.example", { ...plain, tls: {} }],
])("%s leads to one Redis", (text, connection) => expect(readRedisUrl(text)).toMatchObject(connection));

test.each([
  ["http://r.example", "is not an address that begins with redis:// or rediss://."],
  ["redis://", "names no host."],
  ["redis:///0", "names no host."],
  ["redis://r.example/inkbridge", "names a database that is no number, such as /0."],
  ["redis://r.example/0/1", "names a database that is no number, such as /0."],
  ["redis://r.example/-1", "names a database that is no number, such as /0."],
  ["redis://r.example?db=1", "has a parameter other than family."],
  ["redis://r.example?family=5", "has a family other than 0, 4 and 6."],
  ["redis://ink:50%@r.example", "has a user or password whose percent signs are not written as %25."],
])("%s is refused: it %s", (text, problem) => expect(() => readRedisUrl(text)).toThrow(new RedisUrlError(problem)));
