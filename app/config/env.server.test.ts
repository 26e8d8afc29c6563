import { expect, test } from "vitest";
import { EnvError, readEnv } from "./env.server.ts";

const KEY = Buffer.alloc(32, 7).toString("base64");
const OTHER = Buffer.alloc(32, 8).toString("base64");

const complete = {
  DATABASE_URL: "postgresql://u@localhost/db",
  REDIS_URL: "redis://localhost:6379",
  CREDENTIALS_KEY: KEY,
  SHOPIFY_API_KEY: "key",
  SHOPIFY_API_SECRET: "secret",
  SHOPIFY_APP_URL: "https://app.example.com/",
  SCOPES: "read_orders, read_products",
  PRINT_SERVICE_URL: "https://print.example.com",
};

const errorMessage = (source: Record<string, string | undefined>): string => {
  try {
    readEnv(source);
  } catch (error) {
    expect(error).toBeInstanceOf(EnvError);
    return (error as Error).message;
  }
  throw new Error("it was accepted");
};

test("the defaults are those of the table", () => {
  expect(readEnv(complete)).toMatchObject({
    role: "all",
    host: "127.0.0.1",
    port: 3000,
    shopify: { appUrl: "https://app.example.com", scopes: ["read_orders", "read_products"] },
    printService: { prefix: "svc", tokenMethod: "post", getParams: "query" },
  });
});

test.each(Object.keys(complete))("without %s it says so by name", (name) => {
  expect(errorMessage({ ...complete, [name]: undefined })).toContain(`${name} is not set`);
  expect(errorMessage({ ...complete, [name]: "" })).toContain(`${name} is not set`);
});

test("everything that is wrong is named at once, and no value is repeated", () => {
  const message = errorMessage({ ...complete, DATABASE_URL: "mysql://secret-host/db", PORT: "99999", ROLE: "boss" });
  for (const name of ["DATABASE_URL", "PORT", "ROLE"]) expect(message).toContain(name);
  expect(message).not.toContain("secret-host");
});

test("a Redis that cannot be meant is named, without its password", () => {
  const message = errorMessage({ ...complete, REDIS_URL: "redis://:secret@localhost/inkbridge" });
  expect(message).toContain("REDIS_URL names a database that is no number, such as /0. Example: redis://host:6379");
  expect(message).not.toContain("secret");
});

test("what a server may lack is named, word for word", () => {
  expect(readEnv(complete).databaseAllowUnsafe).toEqual([]);
  const two = readEnv({ ...complete, DATABASE_ALLOW_UNSAFE: "fsync, full_page_writes" });
  expect(two.databaseAllowUnsafe).toEqual(["fsync", "full_page_writes"]);
  expect(errorMessage({ ...complete, DATABASE_ALLOW_UNSAFE: "yes" })).toContain("may name: fsync, full_page_writes.");
});

test("support is a web page or an email address, if anything", () => {
  expect(readEnv(complete).supportUrl).toBeNull();
  for (const SUPPORT_URL of ["https://support.example.com/inkbridge", "mailto:help@example.com?subject=Inkbridge"])
    expect(readEnv({ ...complete, SUPPORT_URL }).supportUrl).toBe(SUPPORT_URL);
});

test.each(["http://support.example.com", "javascript:alert(1)", "mailto:", "help@example.com", "https://", "/help"])(
  "support at %s is refused",
  (SUPPORT_URL) => {
    expect(errorMessage({ ...complete, SUPPORT_URL })).toContain("SUPPORT_URL is not an address that begins with");
  },
);

test("a bare key is called k1; of several the first encrypts", () => {
  expect(readEnv(complete).encryptionKeys).toEqual([{ id: "k1", key: Buffer.alloc(32, 7) }]);
  const two = readEnv({ ...complete, CREDENTIALS_KEY: `new:${OTHER},k1:${KEY},hash:${OTHER}` }).encryptionKeys;
  expect(two.map((key) => key.id)).toEqual(["new", "k1"]);
});

test("an entry called hash keys the hashes and encrypts nothing, wherever it stands", () => {
  const { encryptionKeys, hashKey } = readEnv({ ...complete, CREDENTIALS_KEY: `hash:${OTHER},k1:${KEY}` });
  expect(encryptionKeys.map((key) => key.id)).toEqual(["k1"]);
  expect(Buffer.from(hashKey ?? []).toString("base64")).toBe(OTHER);
  expect(readEnv(complete).hashKey).toBeUndefined();
});

test("several keys without an entry called hash are refused: which of them keys the hashes is not known", () => {
  const message = errorMessage({ ...complete, CREDENTIALS_KEY: `k1:${KEY},k2:${OTHER}` });
  expect(message).toMatch(/CREDENTIALS_KEY .*no entry hash:.* `npm run keys:hash`/);
  expect(message).not.toContain(KEY);
});

test.each([`hash:${KEY}`, "short", `${KEY},${KEY}`, `a:${KEY},a:${OTHER}`, `${KEY.slice(4)}`])(
  "the key %s is refused",
  (value) => {
    expect(errorMessage({ ...complete, CREDENTIALS_KEY: value })).toContain("CREDENTIALS_KEY");
  },
);

test("the mail server has the port of its encryption, a sender, and both of a login or neither", () => {
  const mail = { ...complete, SMTP_HOST: "smtp.example.com", SMTP_FROM: "Inkbridge <told@example.com>" };
  expect(readEnv(complete).smtp).toBeNull();
  expect(readEnv(mail).smtp).toEqual({
    ...{ host: "smtp.example.com", port: 587, login: null, tls: "starttls" },
    from: "Inkbridge <told@example.com>",
  });
  expect(readEnv({ ...mail, SMTP_TLS: "implicit" }).smtp?.port).toBe(465);
  expect(errorMessage({ ...mail, SMTP_FROM: "" })).toContain("SMTP_FROM");
  expect(errorMessage({ ...mail, SMTP_FROM: "nobody" })).toContain("SMTP_FROM");
  expect(errorMessage({ ...mail, SMTP_USER: "ink" })).toContain("SMTP_PASSWORD");
});
