import { Banner, BlockStack, Button, ButtonGroup, Card, Form, FormLayout, TextField } from "@shopify/polaris";
import { useState } from "react";
import { ConnectProblemBanner } from "./connect-problem-banner.tsx";
import { useConnect } from "./use-account.ts";

interface Props {
  onConnected(): void;
  /** Missing where there is nothing to go back to. */
  onCancel: (() => void) | undefined;
}

const EMPTY = { email: "", password: "" };

/** E-mail and password of the print account. Mistakes stand beside the fields; what was typed stays. */
export function AccountForm({ onConnected, onCancel }: Props) {
  const [input, setGiven] = useState(EMPTY);
  const [missing, setMissing] = useState<Partial<typeof EMPTY>>({});
  const { connect, connecting, rejected, problem, unavailable } = useConnect(onConnected);
  const submit = () => {
    const problems = findMissing(input);
    setMissing(problems);
    if (Object.keys(problems).length === 0) connect(input.email, input.password);
  };
  const update = (field: keyof typeof EMPTY) => (text: string) => {
    setGiven({ ...input, [field]: text });
    setMissing({ ...missing, [field]: undefined });
  };
  return (
    <Card>
      <Form onSubmit={submit} noValidate>
        <BlockStack gap="400">
          {problem && <ConnectProblemBanner problem={problem} onRetry={submit} />}
          {unavailable && (
            <Banner
              tone="warning"
              title="The print service does not answer right now."
              action={{ content: "Try again", onAction: submit }}
            >
              <p>Nothing was changed. Try again in a moment.</p>
            </Banner>
          )}
          <FormLayout>
            <TextField
              label="E-mail"
              type="email"
              value={input.email}
              onChange={update("email")}
              error={missing.email}
              autoComplete="off"
            />
            <TextField
              label="Password"
              type="password"
              value={input.password}
              onChange={update("password")}
              error={
                missing.password ??
                (rejected ? "The print service does not accept this e-mail and password." : undefined)
              }
              autoComplete="off"
            />
          </FormLayout>
          <ButtonGroup>
            <Button submit variant="primary" loading={connecting}>
              Connect
            </Button>
            {onCancel && <Button onClick={onCancel}>Cancel</Button>}
          </ButtonGroup>
        </BlockStack>
      </Form>
    </Card>
  );
}

function findMissing({ email, password }: typeof EMPTY): Partial<typeof EMPTY> {
  return {
    ...(/^\S+@\S+\.\S+$/.test(email.trim())
      ? {}
      : { email: "Enter the e-mail address of your print service account." }),
    ...(password ? {} : { password: "Enter the password." }),
  };
}
