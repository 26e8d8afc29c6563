import { expect, it } from "vitest";
import { withScheme } from "./web-link.ts";

it.each([
  ["//cdn.shopify.com/s/files/1/art.png", "https://cdn.shopify.com/s/files/1/art.png"],
  ["www.royalmail.com/track#/results/AB1", "https://www.royalmail.com/track#/results/AB1"],
  ["www.dhl.com", "https://www.dhl.com"],
  ["track.dhl.de/en?id=1", "https://track.dhl.de/en?id=1"],
  ["Carrier.example?id=1", "https://Carrier.example?id=1"],
  ["müller.example:8443/a", "https://müller.example:8443/a"],
])("%s lacks its scheme", (text, link) => expect(withScheme(text)).toBe(link));

it.each([
  "",
  "https://art.example/a.png",
  "HTTP://art.example/a.png",
  "ftp://art.example/a.png",
  "javascript:alert(1)",
  "data:image/png;base64,AAAA",
  "mailto:ada@shop.example",
  "ada@shop.example/a",
  "gid://shopify/MediaImage/1",
  "front.png",
  "/files/front.png",
  "./front.png",
  "///a",
  "10.1.2.3/a.png",
  "localhost/a.png",
  "TRACK-1",
])("%s stays", (text) => expect(withScheme(text)).toBe(text));
