import { Box, Button, InlineGrid, TextField } from "@shopify/polaris";
import { useState } from "react";
import { rangeProblem, type DateRange, type RangeProblem } from "../../settings/date-range.ts";
import { Form } from "./form.tsx";

interface RangeFormProps {
  /** What the fields begin with: render it anew, by a key, when it changes. */
  range: DateRange;
  /** Today in the shop, YYYY-MM-DD. */
  today: string;
  maxDays: number;
  labels: Readonly<Record<keyof DateRange, string>>;
  problems: Readonly<Record<RangeProblem, string>>;
  action: string;
  loading?: boolean;
  disabled?: boolean;
  onSubmit(range: DateRange): void;
}

/** Two days, with what is wrong beside them, and a button. */
export function RangeForm({ range, today, maxDays, labels, problems, action, ...button }: RangeFormProps) {
  const { loading, disabled = false, onSubmit } = button;
  const [draft, setDraft] = useState(range);
  const problem = rangeProblem(draft, today, maxDays);
  const field = (name: keyof DateRange) => (
    <TextField
      label={labels[name]}
      type="date"
      autoComplete="off"
      max={today}
      value={draft[name]}
      error={problem?.field === name ? problems[problem.problem] : undefined}
      onChange={(value) => setDraft({ ...draft, [name]: value })}
    />
  );
  return (
    <Form onSubmit={() => !problem && onSubmit(draft)}>
      <InlineGrid columns={{ xs: 1, sm: "1fr 1fr auto" }} gap="400" alignItems="start">
        {field("from")}
        {field("to")}
        {/* The padding aligns the button with the fields instead of their labels. */}
        <Box paddingBlockStart={{ xs: "0", sm: "600" }}>
          <Button submit size="large" loading={loading} disabled={problem !== null || disabled}>
            {action}
          </Button>
        </Box>
      </InlineGrid>
    </Form>
  );
}
