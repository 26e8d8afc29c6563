import type { BulkEditOutcome } from "../../../prisma/client/client.ts";
import { proposeByRule } from "../mapping-methods/rule.ts";
import { toPreview, type PreviewRow } from "../mapping-methods/preview.ts";
import type { StaticRule } from "../mapping-methods/rule-schema.ts";
import type { RuleTarget } from "./read-targets.ts";

/** Why a rule leaves a variant as it is. */
export type LeftOutcome = Extract<BulkEditOutcome, "unchanged" | "no_value" | "not_printed" | "not_printable">;

/** What a rule does to a variant: a mapping to save, or why there is none. */
export type Decision<T extends RuleTarget = RuleTarget> =
  | { target: T; outcome: null; row: PreviewRow }
  /** `row`: with what is missing. */
  | { target: T; outcome: "no_value"; row: PreviewRow }
  | { target: T; outcome: Exclude<LeftOutcome, "no_value"> };

/** Decides on variants one by one, as the preview of a product's page does. */
export function decideByRule<T extends RuleTarget>(rule: StaticRule, targets: readonly T[]): Decision<T>[] {
  return targets.map((target) => {
    if (!target.printable) return { target, outcome: "not_printable" };
    if (target.notPrinted) return { target, outcome: "not_printed" };
    const { rows, leftOut } = toPreview([target], proposeByRule(rule, [target]));
    if (rows[0]) return { target, outcome: null, row: rows[0] };
    return leftOut[0] ? { target, outcome: "no_value", row: leftOut[0] } : { target, outcome: "unchanged" };
  });
}
