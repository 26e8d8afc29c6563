import { describe, expect, it } from "vitest";
import { isPublicAddress, parseArtworkLink, wireUrl } from "./artwork-link.ts";

const reason = (text: string) => {
  const answer = parseArtworkLink(text);
  return answer.ok ? "ok" : answer.reason;
};

it.each([
  "https://art.example/a.png",
  "http://art.example:8080/a.png?x=1",
  "https://8.8.8.8/a.png",
  "https://[2606:4700::1]/a",
  "//cdn.shopify.com/s/files/1/0001/art.png",
  "art.example/a.png",
])("takes %s", (text) => expect(reason(text)).toBe("ok"));

it.each([
  "",
  "front.png",
  "ftp://art.example/a.png",
  "file:///etc/passwd",
  "data:image/png;base64,AAAA",
  "javascript:alert(1)",
  "https://user:pass@art.example/a.png",
  "https://user@art.example/a.png",
  `https://art.example/${"a".repeat(2048)}`,
  `https://art.example/${"ä".repeat(400)}`,
])("refuses %s", (text) => expect(reason(text)).toBe("bad_link"));

it.each([
  "http://localhost/a.png",
  "//localhost/a.png",
  "//10.1.2.3/a.png",
  "//169.254.169.254/latest/meta-data",
  "http://LOCALHOST./a.png",
  "http://printer.localhost/a.png",
  "http://127.0.0.1/a.png",
  "http://0x7f.1/a.png",
  "http://2130706433/a.png",
  "http://0/a.png",
  "http://10.1.2.3/a.png",
  "http://172.16.0.1/a.png",
  "http://192.168.1.1/a.png",
  "http://169.254.169.254/latest/meta-data",
  "http://100.64.0.1/a.png",
  "http://[::1]/a.png",
  "http://[::]/a.png",
  "http://[::ffff:127.0.0.1]/a.png",
  "http://[fe80::1]/a.png",
  "http://[fd00::1]/a.png",
])("does not reach into private networks: %s", (text) => expect(reason(text)).toBe("private_address"));

it("is sent with its scheme, and otherwise as given", () => {
  const sent = (text: string) => {
    const link = parseArtworkLink(text);
    return link.ok ? wireUrl(text, link.url) : link.reason;
  };
  expect(sent("//cdn.shopify.com/a%2fb.png?v=1")).toBe("https://cdn.shopify.com/a%2fb.png?v=1");
  expect(sent("https://cdn.shopify.com/a%2fb.png?v=1")).toBe("https://cdn.shopify.com/a%2fb.png?v=1");
});

describe("isPublicAddress", () => {
  it.each(["8.8.8.8", "168.63.129.17", "161.27.0.1", "166.12.0.1", "2606:4700::1111", "::ffff:8.8.8.8"])(
    "%s is",
    (ip) => expect(isPublicAddress(ip)).toBe(true),
  );
  it.each([
    "0.0.0.0",
    "224.0.0.1",
    "255.255.255.255",
    "168.63.129.16",
    "::ffff:168.63.129.16",
    "161.26.0.10",
    "166.11.255.254",
    "199.36.153.10",
    "192.0.0.192",
    "100.100.100.200",
    "fd00:ec2::254",
    "192.0.2.1",
    "198.18.0.1",
    "240.0.0.1",
    "::127.0.0.1",
    "::ffff:10.0.0.1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::1",
    "2001:db8::1",
    "fec0::1",
    "ff02::1",
    "4000::1",
    "not an address",
  ])("%s is not", (ip) => expect(isPublicAddress(ip)).toBe(false));
});
