import { Banner, Text } from "@shopify/polaris";
import { STUCK_COUNT_LIMIT } from "../../failed-webhooks/limit.ts";
import { counted } from "../common/format.ts";
import { SettingsBanner } from "../common/unreadable-settings-banner.tsx";

/** What could not be read and waits for somebody: messages, and settings. */
export function ReadFaults({ unread, unreadableSettings }: { unread: number; unreadableSettings: readonly string[] }) {
  const more = unread >= STUCK_COUNT_LIMIT ? " or more" : "";
  return (
    <>
      <SettingsBanner unreadable={unreadableSettings} onSettings={false} />
      {unread > 0 && (
        <Banner
          tone="warning"
          title={`${counted(unread, "message")}${more} could not be read`}
          action={{ content: "See which", url: "/app/deliveries" }}
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
