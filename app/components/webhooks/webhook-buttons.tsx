import { Button, ButtonGroup } from "@shopify/polaris";
import type { RegistrationView } from "../../print-accounts/webhooks/webhook-status.ts";
import { KIND_WORDS } from "./copy.ts";
import { doingWith, type Acts } from "./use-webhook-actions.ts";

export interface RegistrationButtonsProps {
  registration: RegistrationView;
  acts: Acts;
  onRegister(): void;
  onDeactivate(): void;
}

/** What can be done with one address of ours. What mends a problem stands beside the problem. */
export function RegistrationButtons({ registration, acts, onRegister, onDeactivate }: RegistrationButtonsProps) {
  const { kind, found, active } = registration;
  const stands = found === "ours" && active !== false;
  const doing = doingWith(acts, kind);
  const button = (act: "test" | "register" | "switch", label: string, onClick: () => void) => (
    <Button
      loading={doing === act}
      disabled={acts.busy !== null}
      accessibilityLabel={`${label}: ${KIND_WORDS[kind]}`}
      onClick={onClick}
    >
      {label}
    </Button>
  );
  return (
    <ButtonGroup>
      {button("test", "Send me a test", () => acts.wish({ act: "test", kind }))}
      {stands && button("register", "Register again", onRegister)}
      {stands && button("switch", "Deactivate", onDeactivate)}
    </ButtonGroup>
  );
}
