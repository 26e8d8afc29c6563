import { BlockStack, Checkbox, List, Modal, Text } from "@shopify/polaris";
import { useState } from "react";
import type { ReasonView } from "../../orders/pages/details/reason-views.ts";
import type { SubmissionView } from "../../orders/pages/details/submission-view.ts";
import type { Act } from "../../orders/actions/actions.ts";
import { FocusBack } from "../common/restore-focus.tsx";
import type { Question } from "./act-words.ts";
import { Doubt } from "./uncertainty-summary.tsx";
import { Evidence } from "./attempts-and-lookups.tsx";

export interface Asked {
  act: Act;
  question: Question;
  submission: SubmissionView;
  /** The open reasons that the act answers. */
  answers: ReasonView[];
}

/** Says what an act will do, and lets a person go through with it or not. */
export function ActDialog({ asked, onDo, onClose }: { asked: Asked; onDo(): void; onClose(): void }) {
  const { act, question, submission, answers } = asked;
  const [vouched, setVouched] = useState(false);
  const looks = act === "is_there" || act === "is_not_there";
  return (
    <Modal
      open
      title={question.title}
      onClose={onClose}
      primaryAction={{
        content: question.button,
        destructive: question.destructive,
        disabled: question.word !== null && !vouched,
        onAction: onDo,
      }}
      secondaryActions={[{ content: "Cancel", onAction: onClose }]}
    >
      <Modal.Section>
        <FocusBack />
        <BlockStack gap="400">
          <Text as="p">{question.says}</Text>
          <Text as="p" tone="subdued">
            Reference at the print service: {submission.reference}
          </Text>
          {answers.length > 1 && <Answers reasons={answers} />}
          {looks && submission.doubt && <Doubt doubt={submission.doubt} />}
          {looks && <Evidence submission={submission} />}
          {question.word !== null && <Checkbox label={question.word} checked={vouched} onChange={setVouched} />}
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}

function Answers({ reasons }: { reasons: ReasonView[] }) {
  return (
    <BlockStack gap="200">
      <Text as="p">This answers all of these:</Text>
      <List>
        {reasons.map(({ id, says, about }) => (
          <List.Item key={id}>{about ? `${says} (${about})` : says}</List.Item>
        ))}
      </List>
    </BlockStack>
  );
}
