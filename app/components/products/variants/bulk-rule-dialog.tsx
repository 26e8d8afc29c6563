import { BlockStack, Checkbox, Modal, Spinner, Text, List } from "@shopify/polaris";
import { useEffect, useState } from "react";
import type { BulkSelection, RulePreview } from "../../../catalog/bulk-edit/bulk-rule.ts";
import type { StaticRule } from "../../../catalog/mapping-methods/rule-schema.ts";
import { MessageBanner } from "../../common/banners.tsx";
import { COPY as COMMON } from "../../common/copy.ts";
import { DIALOG as text, QUESTIONS, DIALOG } from "./bulk-copy.ts";
import { BULK_EDIT_PATH, type BulkEdit } from "./bulk-edit.tsx";
import type { ArtworkSource, Rule } from "../../../catalog/mapping-methods/rule.ts";
import { SmallNote, Strong } from "../../common/text.tsx";
import { RuleFields, useRuleForm } from "../mapping-methods/rule-fields.tsx";
import { isEmptyRule } from "../mapping-methods/rule-form.ts";
import { MethodFormModal, MethodModal, LeftOut, PreviewRows } from "../mapping-methods/method-modal.tsx";
import type { FieldProblems, FormField } from "../../../catalog/field-problems.ts";
import { MATCHES } from "../catalog-picker-copy.ts";
import {
  MatchChoice,
  MatchSummary,
  PickAndMatch,
  sortMatches,
  type MatchedProduct,
  type SkuOfKey,
} from "../catalog-match.tsx";
import { COPY as PRODUCTS, problemMessage, shownTitle } from "../copy.ts";
import { SaveAnyway } from "../mapping-inputs.tsx";
import { MAPPING_METHODS } from "../mapping-methods/copy.ts";
import { failureOf } from "./bulk-dialog.tsx";
import { skippedTexts } from "./copy.ts";
import { nameKey, optionsOf, type OptionValues } from "../../../catalog/options.ts";
import type { VariantToMap } from "../../../catalog/mapping-methods/proposal.ts";
import { postJson } from "../../common/json-requests.ts";
import type { RequestFailed } from "../../common/request-failed.ts";

const KEEP = { kind: "keep" } as const;
const OWN_SKUS: StaticRule = { itemSku: { kind: "shopify_sku" }, artworkFront: KEEP, artworkBack: KEEP };

interface BulkRuleDialogProps {
  /** own_skus: without a form, each variant's own SKU becomes its print SKU. from_catalog: by a match with a catalog product. */
  kind: "map_by_rule" | "own_skus" | "from_catalog";
  /** SKUs can be chosen from the print service's catalog. */
  hasCatalog: boolean;
  bulkEdit: BulkEdit;
  selection: BulkSelection;
  /** How many are selected. */
  variants: number;
  onClose(): void;
}

/** Maps selected variants by a rule: its form, then a preview with the numbers of all, then a worker's edit. */
export function BulkRuleDialog(props: BulkRuleDialogProps) {
  return props.kind === "own_skus" ? <OwnSkus {...props} /> : <WithForm {...props} />;
}

function OwnSkus({ bulkEdit, selection, variants, onClose }: BulkRuleDialogProps) {
  const preview = useRulePreview(selection);
  useEffect(() => preview.read(OWN_SKUS), []);
  const title = text.ownSkus.title(variants);
  if (preview.tried)
    return <BulkRulePreview title={title} {...{ preview, bulkEdit, selection, onClose }} onBack={null} />;
  return (
    <Modal open title={title} onClose={onClose} secondaryActions={[{ content: COMMON.cancel, onAction: onClose }]}>
      <Modal.Section>
        <BlockStack gap="400">
          {preview.failed && <Unread reading={preview.reading} onRetry={() => preview.read(OWN_SKUS)} />}
          <Text as="p">{text.ownSkus.text}</Text>
          {preview.reading && !preview.failed && <Spinner size="small" accessibilityLabel={text.rule.counting} />}
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}

function WithForm({ kind, hasCatalog, bulkEdit, selection, variants, onClose }: BulkRuleDialogProps) {
  const { answer, reading, failed, retry } = useCombinations(selection);
  const preview = useRulePreview(selection);
  const title = kind === "from_catalog" ? MATCHES.bulk.title(variants) : QUESTIONS.map_by_rule.title(variants);
  const hidden = preview.tried !== null;
  // The answer was to the rule that staff changes now.
  const goBack = () => {
    bulkEdit.clearAnswer();
    preview.clear();
  };
  if (answer)
    return (
      <>
        {kind === "from_catalog" ? (
          <CatalogForm {...{ title, hidden, preview, onClose }} combinations={answer} />
        ) : (
          <BulkRuleForm {...{ title, hidden, hasCatalog, preview, onClose }} combinations={answer} />
        )}
        {preview.tried && (
          <BulkRulePreview title={title} {...{ preview, bulkEdit, selection, onClose }} onBack={goBack} />
        )}
      </>
    );
  return (
    <Modal open title={title} onClose={onClose} secondaryActions={[{ content: COMMON.cancel, onAction: onClose }]}>
      <Modal.Section>
        {failed ? (
          <Unread reading={reading} onRetry={retry} />
        ) : (
          <Spinner size="small" accessibilityLabel={text.rule.loading} />
        )}
      </Modal.Section>
    </Modal>
  );
}

/** What the dialog starts with could not be read. */
function Unread({ reading, onRetry }: { reading: boolean; onRetry(): void }) {
  const action = { content: COMMON.tryAgain, loading: reading, onAction: onRetry };
  return <MessageBanner tone="critical" text={text.rule.unread} action={action} />;
}

interface BulkRuleFormProps {
  title: string;
  /** The preview is shown instead; what was typed stays. */
  hidden: boolean;
  combinations: NonNullable<ReturnType<typeof useCombinations>["answer"]>;
  preview: ReturnType<typeof useRulePreview>;
  onClose(): void;
}

/** The rule for selected variants, by the options that they have. */
function BulkRuleForm(props: BulkRuleFormProps & { hasCatalog: boolean }) {
  const { title, hidden, hasCatalog, combinations, preview, onClose } = props;
  const { options, variants, complete } = combinations;
  const ruleForm = useRuleForm(options);
  function show() {
    const rule = toStaticRule(ruleForm.check());
    if (rule) preview.read(rule);
  }
  return (
    <MethodFormModal
      open={!hidden}
      title={title}
      ready={!isEmptyRule(ruleForm.form)}
      reading={preview.reading}
      onPreview={show}
      onClose={onClose}
    >
      <BlockStack gap="600">
        {preview.failed && <MessageBanner tone="critical" text={COMMON.entriesKept} />}
        <Text as="p">{QUESTIONS.map_by_rule.text}</Text>
        {!complete && <SmallNote>{DIALOG.rule.incomplete}</SmallNote>}
        <RuleFields
          ruleForm={ruleForm}
          options={options}
          variants={variants}
          hasCatalog={hasCatalog}
          metafields={false}
        />
      </BlockStack>
    </MethodFormModal>
  );
}

/** One catalog product for all selected variants: staff chooses for the doubtful combinations of options. */
function CatalogForm({ title, hidden, combinations, preview, onClose }: BulkRuleFormProps) {
  const { variants, complete } = combinations;
  const rows = variants.map((one) => ({ key: nameKey(one), name: nameOf(one), options: one.options }));
  const [matched, setMatched] = useState<MatchedProduct | null>(null);
  const [skus, setSkus] = useState<Readonly<Record<string, string>>>({});
  const [replaces, setReplaces] = useState(false);
  const fill = (more: readonly SkuOfKey<string>[]) =>
    setSkus((now) => ({ ...now, ...Object.fromEntries(more.map(({ key, itemSku }) => [key, itemSku])) }));
  if (!matched)
    return (
      <PickAndMatch
        variants={[...new Map(rows.map((row) => [row.key, row])).values()]}
        onMatched={(found) => {
          fill(sortMatches(found.matches, () => "").missing);
          setMatched(found);
        }}
        onClose={onClose}
      />
    );
  const skuOf = (key: string) => skus[key] ?? "";
  const count = Object.keys(skus).length;
  return (
    <MethodFormModal
      open={!hidden}
      title={title}
      ready={count > 0}
      reading={preview.reading}
      onPreview={() => preview.read({ ...OWN_SKUS, itemSku: { kind: "all_options", skus, replaces } })}
      onClose={onClose}
    >
      <BlockStack gap="400">
        {preview.failed && <MessageBanner tone="critical" text={COMMON.entriesKept} />}
        <Text as="p">{MATCHES.bulk.text}</Text>
        {!complete && <SmallNote>{DIALOG.rule.incomplete}</SmallNote>}
        <Strong>{MATCHES.title(matched.name)}</Strong>
        <div role="status">
          <MatchSummary
            matches={matched.matches}
            skuOf={skuOf}
            filled={MATCHES.bulk.matched(count)}
            onFill={fill}
            onNext={null}
          />
        </div>
        {matched.matches.map(({ key, name, match }) => (
          <MatchChoice
            key={key}
            label={name}
            match={match}
            sku={skuOf(key)}
            onChoose={(itemSku) => fill([{ key, itemSku }])}
            onNext={null}
          />
        ))}
        <Checkbox label={MATCHES.bulk.replace} checked={replaces} onChange={setReplaces} />
      </BlockStack>
    </MethodFormModal>
  );
}

/** Of a combination of options, as staff reads it. */
const nameOf = ({ options }: Pick<VariantToMap, "options">): string =>
  options.map(({ value }) => shownTitle(value)).join(" / ");

/** null: there is no rule, or the rule reads metafields, which this form does not offer. */
function toStaticRule(rule: Rule | null): StaticRule | null {
  if (!rule) return null;
  const { itemSku, artworkFront, artworkBack } = rule;
  const isStatic = (source: ArtworkSource) => source.kind !== "metafield";
  return isStatic(artworkFront) && isStatic(artworkBack) ? { itemSku, artworkFront, artworkBack } : null;
}

const previewText = DIALOG.rule;

interface BulkRulePreviewProps {
  title: string;
  preview: ReturnType<typeof useRulePreview>;
  bulkEdit: BulkEdit;
  selection: BulkSelection;
  /** null: there is no form to go back to. */
  onBack: (() => void) | null;
  onClose(): void;
}

/** What a rule would do to all selected variants: numbers, the first rows, and the button that starts the edit. */
export function BulkRulePreview({ title, preview, bulkEdit, selection, onBack, onClose }: BulkRulePreviewProps) {
  const [saveAnyway, setSaveAnyway] = useState(false);
  const { tried } = preview;
  if (!tried) return null;
  const { toMap, left, rows, leftOut, fingerprint } = tried.preview;
  const { answer, busy } = bulkEdit;
  const isOutdated = answer?.outcome === "outdated";
  const problems: FieldProblems = answer?.outcome === "invalid" ? answer.problems : {};
  const failure = preview.failed ? COMMON.entriesKept : failureOf(answer);
  const again = {
    content: previewText.again,
    loading: preview.reading,
    onAction: () => {
      bulkEdit.clearAnswer();
      preview.read(tried.rule);
    },
  };
  const start = {
    content: previewText.start(toMap),
    disabled: toMap === 0,
    loading: busy,
    onAction: () => bulkEdit.begin({ kind: "map_by_rule", rule: tried.rule, fingerprint }, selection, saveAnyway),
  };
  // A preview that arrives after staff went back would open by itself.
  const disabled = busy || preview.reading;
  const back = onBack
    ? { content: MAPPING_METHODS.preview.edit, disabled, onAction: onBack }
    : { content: COMMON.cancel, disabled, onAction: onClose };
  return (
    <MethodModal open title={title} onClose={onClose} primaryAction={isOutdated ? again : start} secondaryAction={back}>
      <BlockStack gap="400">
        {isOutdated && <MessageBanner tone="warning" {...previewText.outdated} />}
        {failure !== null && <MessageBanner tone="critical" text={failure} />}
        <LinkProblems problems={problems} />
        <SaveAnyway variants={toMap} problems={problems} checked={saveAnyway} onChange={setSaveAnyway} />
        <Text as="p" fontWeight="semibold">
          {toMap > 0 ? previewText.summary(toMap) : previewText.nothing}
        </Text>
        <Skipped texts={skippedTexts(left)} />
        {toMap > 0 && <SmallNote>{previewText.checked}</SmallNote>}
        {rows.length > 0 && <PreviewRows rows={rows} />}
        {toMap > rows.length && <SmallNote>{previewText.sample(rows.length, toMap)}</SmallNote>}
        {leftOut.length > 0 && <LeftOut rows={leftOut} total={left.no_value} />}
      </BlockStack>
    </MethodModal>
  );
}

function Skipped({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <List gap="extraTight">
      {texts.map((one) => (
        <List.Item key={one}>{one}</List.Item>
      ))}
    </List>
  );
}

/** The links of the rule that cannot be used. */
function LinkProblems({ problems }: { problems: FieldProblems }) {
  return Object.entries(problems).map(([field, problem]) => (
    <MessageBanner
      key={field}
      tone="critical"
      title={field === "artworkBack" ? PRODUCTS.fields.back : PRODUCTS.fields.front}
      text={problemMessage(field as FormField, problem)}
    />
  ));
}

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
