import { expect, it } from "vitest";
import { linkEnd } from "./expiring-link.ts";

it.each([
  ["X-Amz-Date=20261123T014700Z&X-Amz-Expires=3600", "2026-11-23T02:47:00.000Z"],
  ["X-Goog-Date=20261123T014700Z&X-Goog-Expires=60", "2026-11-23T01:48:00.000Z"],
  ["Expires=1795400000&Signature=x", "2026-11-23T02:13:20.000Z"],
  ["se=2026-12-01T00%3A00%3A00Z&sig=x", "2026-12-01T00:00:00.000Z"],
  ["se=2026-12-01&sig=x", "2026-12-01T00:00:00.000Z"],
])("%s ends at %s", (query, end) => expect(linkEnd(`https://art.example/a.png?${query}`)?.toISOString()).toBe(end));

it.each([
  "",
  "v=1795400000",
  "expires=never",
  "expires=3600",
  "se=se",
  "X-Amz-Expires=3600",
  "X-Amz-Date=20269923T014700Z&X-Amz-Expires=1",
])("%j names no end", (query) => expect(linkEnd(`https://art.example/a.png?${query}`)).toBeNull());
