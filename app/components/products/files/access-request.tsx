import { BlockStack, Button, Text } from "@shopify/polaris";
import { MessageBanner } from "../../common/banners.tsx";
import { useScopeRequest } from "../../common/use-scope-request.ts";
import { FILES } from "./copy.ts";

interface AccessRequestProps {
  scope: string;
  /** What the scope is for. */
  text: string;
  onAllowed(): void;
}

/** Asks for an optional scope when staff wants to use it. */
export function AccessRequest({ scope, text, onAllowed }: AccessRequestProps) {
  const { requesting, failed, request } = useScopeRequest({
    scope,
    allowed: false,
    granted: FILES.allowed,
    onGranted: onAllowed,
  });
  return (
    <BlockStack gap="300" inlineAlign="start">
      <Text as="p">{text}</Text>
      {failed && <MessageBanner tone="warning" text={FILES.requestFailed} />}
      <Button onClick={request} loading={requesting}>
        {FILES.allow}
      </Button>
    </BlockStack>
  );
}
