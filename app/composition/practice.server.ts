import { UnavailableError } from "../ports/errors.ts";
import { advanceProduction, type PracticeWebhook } from "../practice-service/index.ts";
import { writeWebhook } from "../print-service/index.ts";
import { persistDelivery, type WebhookContext } from "../webhooks/persist-delivery.ts";
import type { Core } from "./core.server.ts";

/** The production of practice orders: its events become deliveries like those of the print service. */
export const advancePractice = (core: Core, deliveries: WebhookContext): Promise<void> =>
  advanceProduction({
    ...core.practice,
    async sendWebhook(accountKey: string, webhook: PracticeWebhook, eventId: string) {
      const { topic, body } = writeWebhook(webhook);
      const metadata = { source: "print_service", topic, scope: accountKey } as const;
      const status = await persistDelivery(deliveries, metadata, eventId, body);
      if (status !== 200) throw new UnavailableError("a practice event was not committed");
    },
  });
