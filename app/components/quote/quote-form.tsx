import { BlockStack, Button, Card, Form, FormLayout, Layout, Select, Text, TextField } from "@shopify/polaris";
import type { BasketForm } from "../../quotes/basket-form.ts";
import { Goods } from "./goods.tsx";
import type { QuoteViewProps } from "./quote-props.ts";
import { useFocusOnProblem, useFormState } from "./use-form-state.ts";

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
            <Goods {...props} rows={form.rows} onChange={(rows) => setForm({ ...form, rows })} />
          </Layout.Section>
          <Layout.Section variant="oneThird">
            <Card>
              <BlockStack gap="400">
                <Text as="h2" variant="headingMd">
                  Destination
                </Text>
                <Destination {...props} form={form} submittedForm={submittedForm} onChange={setForm} />
                <Button submit variant="primary" size="large" fullWidth loading={loading} disabled={!connected}>
                  Get quote
                </Button>
              </BlockStack>
            </Card>
          </Layout.Section>
        </Layout>
      </Form>
    </div>
  );
}

type DestinationProps = Pick<QuoteViewProps, "form" | "problems" | "countries"> & {
  /** As it was when `problems` were found. */
  submittedForm: BasketForm;
  onChange(form: BasketForm): void;
};

function Destination({ form, submittedForm, problems, countries, onChange }: DestinationProps) {
  return (
    <FormLayout>
      <Select
        label="Country"
        placeholder="Choose a country"
        options={[...countries]}
        value={form.country}
        error={form.country === "" && (problems.country ?? false)}
        onChange={(country) => onChange({ ...form, country })}
      />
      <TextField
        label="State or province code"
        helpText="Optional. At most 4 characters, such as OR for Oregon."
        autoComplete="off"
        value={form.province}
        error={form.province === submittedForm.province && (problems.province ?? false)}
        onChange={(province) => onChange({ ...form, province })}
      />
    </FormLayout>
  );
}
