import { Button, FormLayout, Layout, Select, TextField, InlineStack, Box, InlineGrid } from "@shopify/polaris";
import { useEffect, useRef, useState } from "react";
import { writeForm, MAX_ROWS, NEW_ROW, type BasketForm, type BasketRow } from "../../quotes/basket-form.ts";
import type { MethodComparison } from "../../quotes/compare-methods.ts";
import type { QuoteResult } from "../../quotes/quote.ts";
import type { FormProblems, RowProblems } from "../../quotes/read-form.ts";
import { provinceFor, provincesOf } from "../../address/province.ts";
import { TitledCard, Note } from "../common/text.tsx";
import { COPY } from "./copy.ts";
import { Form } from "../common/form.tsx";
import { SkuField } from "../common/sku-field.tsx";
import { nearestSkus } from "../../quotes/nearest-skus.ts";

/** The props of the quote page. Its parts take the ones that they need. */
export interface QuoteViewProps {
  form: BasketForm;
  problems: FormProblems;
  /** null before the first quote. */
  quoteResult: QuoteResult | null;
  /** null: the print account names no services, or nothing is quoted yet. */
  methods: MethodComparison | null;
  hasServices: boolean;
  connected: boolean;
  /** Suggested print SKUs. */
  skus: string[];
  countries: readonly { value: string; label: string }[];
  /** The server's time, ISO 8601. */
  now: string;
  loading: boolean;
  /** The last quote was not asked for, since the app could not be reached. */
  unreachable: boolean;
  refreshing: boolean;
  refreshFailed: boolean;
  onSubmit(form: BasketForm): void;
  onRefresh(): void;
}

const text = COPY.destination;

/** The basket and its destination. */
export function QuoteForm(props: QuoteViewProps) {
  const { form: submittedForm, problems, loading, connected, onSubmit } = props;
  const [form, setForm] = useFormState(submittedForm);
  const container = useFocusOnProblem<HTMLDivElement>(problems);
  return (
    <div ref={container}>
      <Form onSubmit={() => onSubmit(form)} noValidate>
        <Layout>
          <Layout.Section>
            <Items {...props} rows={form.rows} onChange={(rows) => setForm({ ...form, rows })} />
          </Layout.Section>
          <Layout.Section variant="oneThird">
            <TitledCard title={text.title}>
              <Destination {...props} form={form} submittedForm={submittedForm} onChange={setForm} />
              <Button submit variant="primary" size="large" fullWidth loading={loading} disabled={!connected}>
                {text.submit}
              </Button>
            </TitledCard>
          </Layout.Section>
        </Layout>
      </Form>
    </div>
  );
}

type DestinationProps = Pick<QuoteViewProps, "form" | "problems" | "countries"> & {
  /** The form when `problems` were found. */
  submittedForm: BasketForm;
  onChange(form: BasketForm): void;
};

function Destination({ form, submittedForm, problems, countries, onChange }: DestinationProps) {
  const provinces = provincesOf(form.country);
  const provinceProblem = form.province === submittedForm.province && (problems.province ?? false);
  return (
    <FormLayout>
      <Select
        label={text.country}
        placeholder={text.countryPlaceholder}
        options={[...countries]}
        value={form.country}
        error={form.country === "" && (problems.country ?? false)}
        onChange={(country) => onChange({ ...form, country, province: "" })}
      />
      {provinces.length > 0 ? (
        <Select
          label={text.province}
          options={[
            { value: "", label: text.anyProvince },
            ...provinces.map(({ code, name }) => ({ value: code, label: name })),
          ]}
          value={form.province && (provinceFor(form.country, form.province) ?? "")}
          error={provinceProblem}
          onChange={(province) => onChange({ ...form, province })}
        />
      ) : (
        <TextField
          label={text.provinceCode}
          helpText={text.provinceHelp}
          autoComplete="off"
          value={form.province}
          error={provinceProblem}
          onChange={(province) => onChange({ ...form, province })}
        />
      )}
    </FormLayout>
  );
}

/** The form as typed. Another address (back, a link) brings another form. */
function useFormState(submittedForm: BasketForm): [BasketForm, (form: BasketForm) => void] {
  const [form, setForm] = useState(submittedForm);
  const query = writeForm(submittedForm).toString();
  const shownQuery = useRef(query);
  useEffect(() => {
    if (shownQuery.current !== query) setForm(submittedForm);
    shownQuery.current = query;
  }, [submittedForm, query]);
  return [form, setForm];
}

/** Moves the focus to the first invalid field of an answer. */
function useFocusOnProblem<E extends HTMLElement>(problems: FormProblems) {
  const container = useRef<E>(null);
  useEffect(() => {
    container.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [problems]);
  return container;
}

type ItemsProps = Pick<QuoteViewProps, "problems" | "quoteResult" | "skus"> & {
  /** The rows as typed; `form` holds the rows of the last quote. */
  rows: BasketRow[];
  form: QuoteViewProps["form"];
  onChange(rows: BasketRow[]): void;
};

/** Rows of SKU and quantity. The focus moves to a new row, and to the row before a removed one. */
function Items({ rows, form: submittedForm, problems, quoteResult, skus, onChange }: ItemsProps) {
  const [focused, setFocused] = useState<number | null>(null);
  const change = (next: BasketRow[], focus: number | null) => {
    setFocused(focus);
    onChange(next);
  };
  const rejected = quoteResult?.status === "rejected" ? quoteResult.rejectedSkus : [];
  return (
    <TitledCard title={COPY.items.title}>
      {rows.map((row, at) => (
        <ItemRow
          key={at}
          number={at + 1}
          row={row}
          submittedRow={submittedForm.rows[at]}
          problems={problems.rows[at]}
          rejected={rejected.includes(row.sku)}
          skus={skus}
          focused={focused === at}
          onChange={(changed) => change(rows.with(at, changed), null)}
          onRemove={rows.length > 1 ? () => change(rows.toSpliced(at, 1), Math.max(at - 1, 0)) : undefined}
        />
      ))}
      {problems.tooMany && <Note tone="critical">{COPY.items.tooMany(MAX_ROWS)}</Note>}
      <InlineStack>
        <Button disabled={rows.length >= MAX_ROWS} onClick={() => change([...rows, NEW_ROW], rows.length)}>
          {COPY.items.add}
        </Button>
      </InlineStack>
    </TitledCard>
  );
}

const MAX_SUGGESTIONS = 8;

interface ItemRowProps {
  /** Counted from 1; part of the controls' names. */
  number: number;
  row: BasketRow;
  /** The row when `problems` were found: a problem ends when its field changes. */
  submittedRow: BasketRow | undefined;
  problems: RowProblems | undefined;
  /** The print service rejected this SKU. */
  rejected: boolean;
  skus: string[];
  focused: boolean;
  onChange(row: BasketRow): void;
  onRemove: (() => void) | undefined;
}

function ItemRow({ number, row, submittedRow, problems, rejected, skus, focused, onChange, onRemove }: ItemRowProps) {
  const text = COPY.items;
  const skuProblem = row.sku === submittedRow?.sku ? problems?.sku : null;
  const quantityProblem = row.quantity === submittedRow?.quantity ? problems?.quantity : null;
  return (
    <div role="group" aria-label={text.row(number)}>
      <InlineGrid columns={{ xs: 1, sm: "1fr auto" }} gap={{ xs: "200", sm: "300" }} alignItems="start">
        <SkuField
          label={text.sku}
          value={row.sku}
          suggestions={nearestSkus(row.sku, skus, MAX_SUGGESTIONS)}
          focused={focused}
          error={rejected ? text.skuRejected : (skuProblem ?? undefined)}
          onChange={(sku) => onChange({ ...row, sku })}
        />
        <InlineStack gap="200" blockAlign="start" wrap={false}>
          <Box width="8rem">
            <TextField
              label={text.quantity}
              type="number"
              min={1}
              max={999}
              step={1}
              autoComplete="off"
              value={row.quantity}
              error={quantityProblem ?? undefined}
              onChange={(quantity) => onChange({ ...row, quantity })}
            />
          </Box>
          {onRemove && (
            <Box paddingBlockStart="600">
              <Button size="large" onClick={onRemove} accessibilityLabel={text.removeRow(number)}>
                {text.remove}
              </Button>
            </Box>
          )}
        </InlineStack>
      </InlineGrid>
    </div>
  );
}
