import { Button, InlineStack } from "@shopify/polaris";
import type { ReasonView } from "../../orders/pages/details/reason-views.ts";
import {
  ActionButton,
  ChangeButton,
  LineActionButton,
  OrderActionButton,
  type ActionControls,
  type ButtonVariant,
} from "./action-button.tsx";
import { bannerButtons, type BannerButton } from "./banner-buttons.ts";
import { PROVIDER_MESSAGE } from "../common/provider-message-copy.ts";
import type { ReasonGroup } from "./reason-groups.ts";
import { REPRINT } from "./reprint-copy.ts";
import type { SubmissionId } from "../../ports/ids.ts";

interface Shared {
  orderNumber: string;
  controls: ActionControls;
  onMessage(reason: ReasonView): void;
  /** Opens the reprint of a submission. */
  onReprint(submissionId: SubmissionId): void;
}

/** The buttons of a banner: one primary, the others plain. */
export function BannerButtons({ group, mayReprint, ...shared }: Shared & { group: ReasonGroup; mayReprint: boolean }) {
  const { primary, others } = bannerButtons(group, shared.orderNumber, mayReprint);
  return <Buttons buttons={primary ? [primary, ...others] : others} hasPrimary={primary !== null} {...shared} />;
}

/** Buttons side by side. `hasPrimary`: the first one is the next step. */
export function Buttons(props: Shared & { buttons: BannerButton[]; hasPrimary?: boolean }) {
  const { buttons, hasPrimary = false, ...shared } = props;
  if (buttons.length === 0) return null;
  return (
    <InlineStack gap="400" blockAlign="center">
      {buttons.map((button, at) => (
        <OneButton
          key={keyOf(button)}
          button={button}
          variant={hasPrimary && at === 0 ? "primary" : "plain"}
          {...shared}
        />
      ))}
    </InlineStack>
  );
}

function OneButton({
  button,
  variant,
  controls,
  onMessage,
  onReprint,
}: Shared & { button: BannerButton; variant: ButtonVariant }) {
  switch (button.kind) {
    case "message":
      return (
        <Button variant={variant} onClick={() => onMessage(button.reason)}>
          {PROVIDER_MESSAGE.open}
        </Button>
      );
    case "reprint":
      return (
        <Button variant={variant} onClick={() => onReprint(button.submissionId)}>
          {REPRINT.toNewAddress}
        </Button>
      );
    case "link":
      return (
        <Button variant={variant} url={button.link.url} target={button.link.external ? "_top" : undefined}>
          {button.link.label}
        </Button>
      );
    case "action": {
      const { action, submissionId, reason } = button;
      return (
        <ActionButton
          action={action}
          submissionId={submissionId}
          code={reason.code}
          variant={variant}
          controls={controls}
        />
      );
    }
    case "order_action":
      return <OrderActionButton action={button.action} variant={variant} controls={controls} />;
    case "change": {
      const { kind: _kind, ...change } = button;
      return <ChangeButton {...change} variant={variant} controls={controls} />;
    }
    case "line_action":
      return (
        <LineActionButton action={button.action} lineId={button.lineId} title={button.title} controls={controls} />
      );
  }
}

function keyOf(button: BannerButton): string {
  if (button.kind === "message" || button.kind === "change" || button.kind === "reprint") return button.kind;
  return button.kind === "link" ? button.link.url : button.action;
}
