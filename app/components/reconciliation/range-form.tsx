import { BlockStack, Box, Button, Form, InlineGrid, Text, TextField } from "@shopify/polaris";
import { useState } from "react";
import { MAX_DAYS, rangeProblem, type DateRange, type RangeProblem } from "../../orders/reconciliation/date-range.ts";
import { useShop } from "../common/shop-context.tsx";

const PROBLEMS: Readonly<Record<RangeProblem, string>> = {
  invalid_date: "Enter a day.",
  reversed: "This day is before the first one.",
  too_long: `At most ${MAX_DAYS} days can be compared at once.`,
  in_future: "This day is still to come.",
};

export interface RangeFormProps {
  range: DateRange;
  /** The shop's present day, YYYY-MM-DD. */
  today: string;
  comparing: boolean;
  onCompare(range: DateRange): void;
}

/** The days to compare. What is wrong with them is said beside the field. */
export function RangeForm({ range, today, comparing, onCompare }: RangeFormProps) {
  const { timezone } = useShop();
  const [draft, setDraft] = useState(range);
  const problem = rangeProblem(draft, today);
  const field = (name: keyof DateRange, label: string) => (
    <TextField
      label={label}
      type="date"
      autoComplete="off"
      max={today}
      value={draft[name]}
      error={problem?.field === name ? PROBLEMS[problem.problem] : undefined}
      onChange={(value) => setDraft({ ...draft, [name]: value })}
    />
  );
  return (
    <Form onSubmit={() => !problem && onCompare(draft)}>
      <BlockStack gap="200">
        <InlineGrid columns={{ xs: 1, sm: "1fr 1fr auto" }} gap="400" alignItems="start">
          {field("from", "Sent from")}
          {field("to", "Sent to")}
          {/* In line with the fields, not with their labels. */}
          <Box paddingBlockStart={{ xs: "0", sm: "600" }}>
            <Button submit size="large" loading={comparing} disabled={problem !== null}>
              Compare
            </Button>
          </Box>
        </InlineGrid>
        <Text as="p" tone="subdued" variant="bodySm">
          Both days are included. Time zone: {timezone}.
        </Text>
      </BlockStack>
    </Form>
  );
}
