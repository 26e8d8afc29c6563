import { inRepeatableRead } from "../../database/transaction.ts";
import type { ShopId } from "../../ports/ids.ts";
import type { CatalogContext } from "../context.ts";
import { soldSince } from "../sold-since.ts";
import { VARIANTS } from "../variant-rows.ts";
import type { PreviewRow } from "../mapping-methods/preview.ts";
import type { VariantToMap } from "../mapping-methods/proposal.ts";
import type { StaticRule } from "../mapping-methods/rule-schema.ts";
import { chosenBy, type BulkSelection } from "./chosen.ts";
import { decideByRule, type LeftOutcome, fingerprint, readTargets, type RuleTarget } from "./read-targets.ts";

const PAGE = 2_000;
/** Rows that a preview shows of each kind. */
const SHOWN = 25;
/** Combinations of options that a form offers fields for. */
const MAX_COMBINATIONS = 500;

type PreviewContext = Pick<CatalogContext, "db" | "clock">;

/** What a rule would do to the chosen variants: every one is counted, some are shown. */
export interface RulePreview {
  total: number;
  toMap: number;
  left: Record<LeftOutcome, number>;
  rows: PreviewRow[];
  leftOut: PreviewRow[];
  /** Of the variants as they were counted. */
  fingerprint: string;
}

/** Tries a rule on all chosen variants, in one snapshot of the database. */
export function previewRule(
  ctx: PreviewContext,
  shopId: ShopId,
  { rule, selection }: { rule: StaticRule; selection: BulkSelection },
): Promise<RulePreview> {
  const chosen = chosenBy({ shopId, soldSince: soldSince(ctx) }, selection);
  return inRepeatableRead(ctx.db, async (tx) => {
    const preview: RulePreview = {
      ...{ total: 0, toMap: 0, left: { unchanged: 0, no_value: 0, not_printed: 0, not_printable: 0 } },
      ...{ rows: [], leftOut: [], fingerprint: await fingerprint(tx, chosen) },
    };
    let last: RuleTarget | undefined;
    do {
      const targets = await readTargets(tx, chosen, last?.gid ?? null, PAGE);
      count(preview, rule, targets);
      last = targets[PAGE - 1];
    } while (last);
    return preview;
  });
}

function count(preview: RulePreview, rule: StaticRule, targets: readonly RuleTarget[]): void {
  preview.total += targets.length;
  for (const decision of decideByRule(rule, targets)) {
    if (decision.outcome === null) preview.toMap += 1;
    else preview.left[decision.outcome] += 1;
    const shown = decision.outcome === null ? preview.rows : preview.leftOut;
    if ("row" in decision && shown.length < SHOWN) shown.push(decision.row);
  }
}

/**
 * The combinations of options that the chosen variants have, each once, in the sequence of the list. `complete`: there are no
 * more than these.
 */
export async function readCombinations(
  ctx: PreviewContext,
  shopId: ShopId,
  selection: BulkSelection,
): Promise<{ variants: Pick<VariantToMap, "options">[]; complete: boolean }> {
  const chosen = chosenBy({ shopId, soldSince: soldSince(ctx) }, selection);
  const variants = await ctx.db.$queryRaw<Pick<VariantToMap, "options">[]>`
    SELECT v."options" FROM ${VARIANTS} WHERE ${chosen} GROUP BY v."options"
    ORDER BY min(v."productTitle"), min(v."productGid"), min(v."position") LIMIT ${MAX_COMBINATIONS + 1}`;
  return { variants: variants.slice(0, MAX_COMBINATIONS), complete: variants.length <= MAX_COMBINATIONS };
}
