import { Button, Form, FormLayout, Layout, Select, TextField } from "@shopify/polaris";
import { useEffect, useRef, useState } from "react";
import { provinceFor } from "../../address/province.ts";
import { provincesOf } from "../../address/province-names.ts";
import { writeForm, type BasketForm } from "../../quotes/basket-form.ts";
import type { FormProblems } from "../../quotes/read-form.ts";
import { TitledCard } from "../common/titled-card.tsx";
import { COPY } from "./copy.ts";
import { Items } from "./items.tsx";
import type { QuoteViewProps } from "./quote-props.ts";

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
