import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { gid } from "../../../tests/support/order-fixtures.ts";
import { newId } from "../../../tests/support/ids.ts";
import { createEncryptor } from "../../encryption/encryptor.server.ts";
import { parseReference } from "../core/reference.ts";
import type { OrderRows } from "../core/order-rows.ts";
import { addSubmission, newSubmission } from "./new-submission.ts";
import type { SubmissionWithLines } from "../core/submission-row.ts";

const ctx = {
  encryptor: createEncryptor([{ id: "k1", key: randomBytes(32) }]),
  clock: { now: () => new Date("2026-11-21T09:00:00Z") },
  ids: { uuid: newId, code: (length: number) => "7".repeat(length) },
};
const order = { id: newId(), shopId: newId(), shopifyGid: gid("Order", 1001), name: "#1001" };
const made = (earlier: readonly SubmissionWithLines[] = [], orphanReference?: string) =>
  newSubmission(ctx, order, {
    shopDomain: "a.myshopify.com",
    earlier,
    ...(orphanReference ? { orphanReference } : {}),
  });
const earlier = (over: Partial<SubmissionWithLines> = {}): SubmissionWithLines => ({
  ...made(),
  state: "submitted",
  ...over,
});
const replaced = () => earlier({ replacedAt: new Date() });

describe("a new submission", () => {
  it.each<[string, SubmissionWithLines[], string]>([
    ["is the first of its order", [], "first"],
    ["is the first where what came before was canceled", [earlier({ state: "cancelled" })], "first"],
    ["adds to what was sent", [earlier()], "supplement"],
    ["adds to nothing that reprints something", [earlier({ kind: "reprint" })], "first"],
    ["replaces what staff had replaced", [replaced()], "replacement"],
  ])("%s", (_name, before, kind) => expect(made(before)).toMatchObject({ kind, state: "waiting", dueAt: null }));

  it("replaces each submission once", () => {
    const former = replaced();
    expect(made([former]).replacesId).toBe(former.id);
    const replacement = earlier({ kind: "replacement", replacesId: former.id });
    expect(made([former, replacement])).toMatchObject({ kind: "supplement", replacesId: null });
  });

  it("has a reference that names its order, and no two have the same", () => {
    const { reference } = made();
    expect(reference).toMatch(/^1001-/);
    const tagOf = (one: string) => parseReference(one)?.tag;
    expect(tagOf(made().reference)).toBe(tagOf(reference));
    const other = newSubmission(
      ctx,
      { ...order, shopifyGid: gid("Order", 2) },
      { shopDomain: "a.myshopify.com", earlier: [] },
    );
    expect(tagOf(other.reference)).not.toBe(tagOf(reference));
  });

  it("takes over the reference under which the print service has the order already", () => {
    expect(made([], "OLD-REFERENCE").reference).toBe("OLD-REFERENCE");
  });
});

describe("a new submission that is added to its order", () => {
  const added = (event: "wait" | "release") => {
    const rows = { submissions: [], added: { History: [], FlowEvent: [] } } as unknown as OrderRows;
    addSubmission(rows, ctx, made(), { event, payloadEncrypted: null });
    return { states: rows.submissions.map(({ state }) => state), codes: rows.added.History.map(({ code }) => code) };
  };

  it("has the line of history that its release would have written where it is ready at once", () =>
    expect(added("release")).toEqual({ states: ["ready"], codes: ["submission.created", "submission.release"] }));

  it("has none where it waits", () =>
    expect(added("wait")).toEqual({ states: ["waiting"], codes: ["submission.created"] }));
});
