import { Badge, Banner, BlockStack, Card, InlineStack, Text } from "@shopify/polaris";
import { useState } from "react";
import type { RegistrationView } from "../../print-accounts/webhooks/webhook-status.ts";
import { AskFirst } from "./confirm-changes.tsx";
import { RegistrationFacts } from "./webhook-details.tsx";
import { RegistrationButtons } from "./webhook-buttons.tsx";
import { KIND_WORDS, NOT_DONE, standingWords, testWords, type Problem } from "./copy.ts";
import { doingWith, type Acts } from "./use-webhook-actions.ts";

export interface RegistrationCardProps {
  registration: RegistrationView;
  acts: Acts;
  /** Other shops that use the same registration. */
  others: number;
  /** Asks the print service again. */
  onAsk(): void;
  asking: boolean;
}

/** One address of ours at the print service: how it stands, what came, what can be done. */
export function RegistrationCard({ registration, acts, others, onAsk, asking: loading }: RegistrationCardProps) {
  const { kind, found } = registration;
  const { tone, label, problem } = standingWords(registration);
  const [asking, ask] = useState<"register" | "deactivate" | null>(null);
  const register = () => (found === "other" ? ask("register") : acts.wish({ act: "register", kind }));
  const mends = {
    activate: () => acts.wish({ act: "switch", kind, active: true }),
    register,
    keep: () => acts.wish({ act: "keep", kind }),
    ask: onAsk,
  };
  return (
    <Card>
      <BlockStack gap="400">
        <InlineStack gap="200" blockAlign="center">
          <Text as="h2" variant="headingMd">
            {KIND_WORDS[kind]}
          </Text>
          <Badge tone={tone}>{label}</Badge>
        </InlineStack>
        {problem && (
          <ProblemBanner
            problem={problem}
            loading={loading || ["register", "switch", "keep"].includes(doingWith(acts, kind) ?? "")}
            disabled={acts.busy !== null}
            onMend={(act) => mends[act]()}
          />
        )}
        <RegistrationFacts registration={registration} />
        <Outcome registration={registration} acts={acts} />
        <RegistrationButtons
          registration={registration}
          acts={acts}
          onRegister={register}
          onDeactivate={() => ask("deactivate")}
        />
      </BlockStack>
      <AskFirst asking={asking} others={others} onClose={() => ask(null)} registration={registration} acts={acts} />
    </Card>
  );
}

interface ProblemBannerProps {
  problem: Problem;
  loading: boolean;
  disabled: boolean;
  onMend(act: NonNullable<Problem["mend"] | Problem["orElse"]>["act"]): void;
}

/** What is wrong with an address, with the button that mends it. */
function ProblemBanner({ problem, loading, disabled, onMend }: ProblemBannerProps) {
  const { title, text, mend, orElse } = problem;
  const action = mend && {
    content: mend.label,
    loading,
    disabled,
    onAction: () => onMend(mend.act),
  };
  const secondaryAction = orElse && { content: orElse.label, disabled, onAction: () => onMend(orElse.act) };
  return (
    <Banner tone={problem.tone ?? "warning"} title={title} action={action} secondaryAction={secondaryAction}>
      <Text as="p" breakWord>
        {text}
      </Text>
    </Banner>
  );
}

/** What came of the last thing done with this address. */
function Outcome({ registration: { kind }, acts }: Pick<RegistrationCardProps, "registration" | "acts">) {
  const { answer, busy } = acts;
  if (busy || !answer || !("kind" in answer) || answer.kind !== kind) return null;
  if (answer.act === "test") {
    const { tone, text } = testWords(answer);
    return <Banner tone={tone}>{text}</Banner>;
  }
  return answer.outcome === "registered" || answer.outcome === "kept" ? null : (
    <Banner tone="critical" title="Nothing was changed.">
      <p>{NOT_DONE[answer.outcome]}</p>
    </Banner>
  );
}
