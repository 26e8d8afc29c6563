import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterEach, describe, expect, it } from "vitest";
import { runConformance } from "../../scripts/conformance/run.ts";
import type { StandInOptions } from "../../sandbox/print-service/index.ts";
import { CLAUSES } from "./clauses.ts";
import { DIALECTS, nameOf } from "./dialects.ts";
import type { Dialect } from "./dialects.ts";
import { itemFields, openService } from "./stand-in/service.testing.ts";
import type { Service } from "./stand-in/service.testing.ts";

const ACCOUNT = ["--email", "press@example.com", "--sku", "MUG-11OZ"];
const NOW = { now: () => new Date() };
const [plain] = DIALECTS as [Dialect];
let service: Service;
afterEach(() => service.close());

/** A service of today with a shipped order and another one. */
async function withOrders(dialect: Dialect, options: StandInOptions = {}): Promise<void> {
  service = await openService(dialect, { clock: NOW, ...options });
  await service.create({ order_items: [itemFields(), itemFields({ item_sku: "POSTER-A3" })] });
  await service.create({ order_id: "CONF-0002" });
  service.standIn.ship("CONF-0001");
}

async function conformance(...args: string[]) {
  const { text, code } = await runConformance(args, { password: "let-me-print" });
  const lines = text.split("\n").map((line) => line.split(/ {2,}/));
  const rows = Object.fromEntries(lines.filter(([id]) => id?.includes("/")).map(([id, verdict]) => [id, verdict]));
  return { code, out: text, rows };
}

const dialectArgs = ({ prefix, getParams, tokenMethod }: Dialect) => [
  ...["--prefix", prefix, "--get-params", getParams],
  ...["--token-method", tokenMethod],
];

describe("npm run conformance", () => {
  it("is a command with its result on the standard output", async () => {
    service = await openService(plain, { clock: NOW });
    const args = ["scripts/conformance.ts", "--url", service.standIn.url, "--email", "press@example.com"];
    const env = { ...process.env, PRINT_SERVICE_PASSWORD: "let-me-print" };
    const { stdout } = await promisify(execFile)(process.execPath, args, { env });
    expect(stdout).toMatch(/^4\.1\/post +ok/m);
  });

  it.each(DIALECTS.map((dialect) => [nameOf(dialect), dialect] as const))("%s: all is as shown", async (_, dialect) => {
    await withOrders(dialect);
    const before = service.standIn.state();
    const { code, out, rows } = await conformance("--url", service.standIn.url, ...ACCOUNT, ...dialectArgs(dialect));
    expect(out).not.toContain("differs");
    expect(code).toBe(0);
    expect(rows).toMatchObject({ "4.1/post": "ok", "4.2/get": "ok", "2.10/total_price": "ok", "4.5/page": "ok" });
    expect(rows).toMatchObject({ "4.6/answer": "ok", "2.9/tracking_url": "ok", "4.8/type-list": "ok" });
    expect(rows).toMatchObject({ "4.3/post": "not tried", "4.7/type-create": "not tried" });
    const known = new Set(CLAUSES.map(({ id }) => id));
    expect(Object.keys(rows).filter((id) => !known.has(id))).toEqual([]);
    for (const secret of ["Noor", "noor@", "press@", "let-me-print", "Cedar"]) expect(out).not.toContain(secret);
    expect({ ...service.standIn.state(), calls: {}, tokensIssued: 0 }).toEqual({
      ...before,
      calls: {},
      tokensIssued: 0,
    });
  });

  it.each(["post", "get"] as const)("a service where a new token ends the older ones, token by %s", async (method) => {
    await withOrders(plain, { oneToken: true });
    const { out, code } = await conformance("--url", service.standIn.url, ...ACCOUNT, "--token-method", method);
    expect(out).not.toContain("differs");
    expect(code).toBe(0);
  });

  it("says what it did not try, and why", async () => {
    service = await openService(plain, { clock: NOW });
    const { code, rows, out } = await conformance("--url", service.standIn.url, "--email", "press@example.com");
    expect([code, rows["4.4/post"], rows["4.6/get"]]).toEqual([0, "not tried", "not tried"]);
    expect(out).toContain("no --sku");
  });

  it("exits with 1 and shows the clause when an answer differs", async () => {
    await withOrders(plain);
    service.standIn.addFault({ endpoint: "detail", effect: "html" });
    service.standIn.addFault({ endpoint: "test_price", effect: "error_body" });
    const { code, rows } = await conformance("--url", service.standIn.url, ...ACCOUNT);
    expect([code, rows["4.6/get"], rows["4.4/post"], rows["4.5/get"]]).toEqual([1, "differs", "differs", "ok"]);
  });

  it("tries no more than it can without a token, or without an answer", async () => {
    await withOrders(plain);
    const wrong = await conformance("--url", service.standIn.url, ...ACCOUNT, "--password", "wrong");
    expect([wrong.code, wrong.rows["4.1/post"], wrong.rows["4.5/get"]]).toEqual([1, "differs", "not tried"]);
    const nowhere = await conformance("--url", "http://127.0.0.1:1", ...ACCOUNT);
    expect([nowhere.code, nowhere.rows["4.1/post"]]).toEqual([1, "differs"]);
    expect((await conformance("--url", "nonsense")).code).toBe(2);
  });
});
