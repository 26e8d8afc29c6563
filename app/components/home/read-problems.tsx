import { Banner, Text } from "@shopify/polaris";
import { FAILED_COUNT_LIMIT } from "../../failed-webhooks/limit.ts";
import { pluralize } from "../common/format.ts";
import { UnreadableSettingsBanner } from "../common/unreadable-settings-banner.tsx";

/** What could not be read and waits for somebody: messages, and settings. */
export function ReadProblems({
  failedWebhooks,
  unreadableSettings,
}: {
  failedWebhooks: number;
  unreadableSettings: readonly string[];
}) {
  const more = failedWebhooks >= FAILED_COUNT_LIMIT ? " or more" : "";
  return (
    <>
      <UnreadableSettingsBanner unreadable={unreadableSettings} onSettingsPage={false} />
      {failedWebhooks > 0 && (
        <Banner
          tone="warning"
          title={`${pluralize(failedWebhooks, "message")}${more} could not be read`}
          action={{ content: "See which", url: "/app/failed-webhooks" }}
        >
          <Text as="p">
            Orders are not lost by this: the app also asks Shopify and the print service for what is new. Have the
            messages read again, or put them away.
          </Text>
        </Banner>
      )}
    </>
  );
}
