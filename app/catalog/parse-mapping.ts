import type { z } from "zod";
import { readArtworkLink } from "../artwork/artwork-link.ts";
import { mappingInput, type MappingInput } from "./mappings.ts";
import { MAPPING_FIELDS, type FieldProblem, type FieldProblems, type MappingField } from "./field-problems.ts";

/** A mapping as it was typed. */
export type TypedMapping = z.input<typeof mappingInput>;

export type ReadMapping = { ok: true; input: MappingInput } | { ok: false; problems: FieldProblems };

/** Reads a typed mapping, or says what is wrong with which field. @throws ZodError where no field of a person is to blame */
export function readMapping(typed: TypedMapping): ReadMapping {
  const read = mappingInput.safeParse(typed);
  if (read.success) return { ok: true, input: read.data };
  const problems: FieldProblems = {};
  for (const issue of read.error.issues) {
    const field = MAPPING_FIELDS.find((name) => name === issue.path[0]);
    if (!field) throw read.error;
    problems[field] ??= problemOf(issue, field, typed);
  }
  return { ok: false, problems };
}

function problemOf(issue: z.core.$ZodIssue, field: MappingField, typed: TypedMapping): FieldProblem {
  if (issue.code === "too_small") return { kind: "missing" };
  if (issue.code === "too_big") return { kind: "too_long", most: Number(issue.maximum) };
  const link = readArtworkLink((typed[field] ?? "").trim());
  return { kind: "link", reason: link.ok ? "bad_link" : link.reason, temporary: false };
}
