import { Box, Button, Form, InlineGrid, TextField } from "@shopify/polaris";
import { useState } from "react";
import { rangeProblem, type DateRange } from "../../orders/reconciliation/date-range.ts";
import { COPY, RANGE_PROBLEMS } from "./copy.ts";

export interface RangeFormProps {
  range: DateRange;
  /** Today in the shop, YYYY-MM-DD. */
  today: string;
  comparing: boolean;
  onCompare(range: DateRange): void;
}

/** The days to compare. */
export function RangeForm({ range, today, comparing, onCompare }: RangeFormProps) {
  const [draft, setDraft] = useState(range);
  const problem = rangeProblem(draft, today);
  const field = (name: keyof DateRange, label: string) => (
    <TextField
      label={label}
      type="date"
      autoComplete="off"
      max={today}
      value={draft[name]}
      error={problem?.field === name ? RANGE_PROBLEMS[problem.problem] : undefined}
      onChange={(value) => setDraft({ ...draft, [name]: value })}
    />
  );
  return (
    <Form onSubmit={() => !problem && onCompare(draft)}>
      <InlineGrid columns={{ xs: 1, sm: "1fr 1fr auto" }} gap="400" alignItems="start">
        {field("from", COPY.range.from)}
        {field("to", COPY.range.to)}
        {/* The padding aligns the button with the fields instead of their labels. */}
        <Box paddingBlockStart={{ xs: "0", sm: "600" }}>
          <Button submit size="large" loading={comparing} disabled={problem !== null}>
            {COPY.range.compare}
          </Button>
        </Box>
      </InlineGrid>
    </Form>
  );
}
