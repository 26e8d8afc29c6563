import { useEffect, useState } from "react";
import type { BulkSelection } from "../../../catalog/bulk-edit/chosen.ts";
import type { RulePreview } from "../../../catalog/bulk-edit/preview-rule.ts";
import { optionsOf, type OptionValues } from "../../../catalog/mapping-methods/options.ts";
import type { VariantToMap } from "../../../catalog/mapping-methods/proposal.ts";
import type { StaticRule } from "../../../catalog/mapping-methods/rule-schema.ts";
import { postJson } from "../../common/post-json.ts";
import type { RequestFailed } from "../../common/request-failed.ts";
import { BULK_EDIT_PATH } from "./use-bulk-edit.ts";

type Combinations = { variants: Pick<VariantToMap, "options">[]; complete: boolean };

export type CombinationsResponse = ({ outcome: "read" } & Combinations) | RequestFailed;
export type RulePreviewResponse = { outcome: "read"; preview: RulePreview } | RequestFailed;

/** The options of selected variants. `failed`: they could not be read. */
export function useCombinations(selection: BulkSelection) {
  const [chosen] = useState(selection);
  const [answer, setAnswer] = useState<(Combinations & { options: OptionValues[] }) | null>(null);
  const [reading, setReading] = useState(false);
  const [failed, setFailed] = useState(false);
  async function read(): Promise<void> {
    setReading(true);
    const body = { intent: "combinations", selection: chosen };
    const response = await postJson<CombinationsResponse>(BULK_EDIT_PATH, body);
    setReading(false);
    setFailed(response.outcome === "failed");
    if (response.outcome === "read") setAnswer({ ...response, options: optionsOf(response.variants) });
  }
  useEffect(() => void read(), [chosen]);
  return { answer, reading, failed, retry: () => void read() };
}

/** What a rule would do to selected variants. */
export function useRulePreview(selection: BulkSelection) {
  /** `rule`: the one that was tried. */
  const [tried, setTried] = useState<{ rule: StaticRule; preview: RulePreview } | null>(null);
  const [reading, setReading] = useState(false);
  const [failed, setFailed] = useState(false);
  async function read(rule: StaticRule): Promise<void> {
    setReading(true);
    const answer = await postJson<RulePreviewResponse>(BULK_EDIT_PATH, { intent: "preview", rule, selection });
    setReading(false);
    setFailed(answer.outcome === "failed");
    if (answer.outcome === "read") setTried({ rule, preview: answer.preview });
  }
  return { tried, reading, failed, read: (rule: StaticRule) => void read(rule), clear: () => setTried(null) };
}
