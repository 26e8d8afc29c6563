import type { z } from "zod";
import { parseArtworkLink } from "../artwork/artwork-link.ts";
import { MAPPING_FIELDS, type FieldProblem, type FieldProblems, type MappingField } from "./field-problems.ts";
import { mappingInput, type MappingInput } from "./mappings.ts";

/** A mapping as typed. */
export type MappingFormInput = z.input<typeof mappingInput>;

export type ParsedMapping = { ok: true; input: MappingInput } | { ok: false; problems: FieldProblems };

/**
 * Reads a typed mapping, or says what is wrong with each field.
 * @throws ZodError for a problem outside MAPPING_FIELDS
 */
export function parseMapping(formInput: MappingFormInput): ParsedMapping {
  const parsed = mappingInput.safeParse(formInput);
  if (parsed.success) return { ok: true, input: parsed.data };
  const problems: FieldProblems = {};
  for (const issue of parsed.error.issues) {
    const field = MAPPING_FIELDS.find((name) => name === issue.path[0]);
    if (!field) throw parsed.error;
    problems[field] ??= toFieldProblem(issue, formInput[field]);
  }
  return { ok: false, problems };
}

function toFieldProblem(issue: z.core.$ZodIssue, value = ""): FieldProblem {
  if (issue.code === "too_small") return { kind: "missing" };
  if (issue.code === "too_big") return { kind: "too_long", max: Number(issue.maximum) };
  const link = parseArtworkLink(value.trim());
  return { kind: "link", reason: link.ok ? "bad_link" : link.reason };
}

/** What is wrong with the typed value of one field; null: nothing. */
export function parseField(field: MappingField, value: string): FieldProblem | null {
  const parsed = mappingInput.shape[field].safeParse(value);
  const [issue] = parsed.error?.issues ?? [];
  return issue ? toFieldProblem(issue, value) : null;
}
