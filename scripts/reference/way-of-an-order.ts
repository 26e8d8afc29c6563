import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { docOf } from "./comments.ts";

type Station = readonly [file: string, name: string];

/** The files that an order passes, in its sequence, each with the function or table where reading begins. */
const WAY: readonly (readonly [part: string, stations: readonly Station[]])[] = [
  [
    "A webhook of Shopify becomes a row",
    [
      ["app/webhooks/router.ts", "webhookRouter"],
      ["app/webhooks/shopify-endpoint.ts", "receiveShopifyWebhook"],
      ["app/webhooks/persist-delivery.ts", "persistDelivery"],
      ["app/webhooks/delivery-writer.ts", "createDeliveryWriter"],
    ],
  ],
  [
    "A worker takes the row",
    [
      ["app/jobs/queues.ts", "createQueues"],
      ["app/jobs/wake-ups.ts", "WakeUps"],
      ["app/jobs/workers.ts", "startWorkers"],
      ["app/jobs/worker-pool.ts", "startWorkerPool"],
      ["app/orders/core/due-work.ts", "findDueRows"],
      ["app/jobs/fair-scheduler.ts", "createFairScheduler"],
      ["app/jobs/row-runs.ts", "createRowRuns"],
    ],
  ],
  [
    "The order is received",
    [
      ["app/jobs/handle-webhook.ts", "createWebhookHandler"],
      ["app/jobs/delivery-row.ts", "readWaitingDeliveries"],
      ["app/shopify/webhook-topics.ts", "parseShopifyWebhook"],
      ["app/shopify/order-payload.ts", "parseOrderPayload"],
      ["app/jobs/in-sets.ts", "inSets"],
      ["app/orders/receive/receive-order.ts", "receiveSnapshots"],
      ["app/orders/receive/apply-snapshot.ts", "applySnapshots"],
      ["app/orders/receive/load-orders.ts", "loadOrders"],
      ["app/orders/receive/decide-order.ts", "decideOrder"],
      ["app/orders/compose/decide-lines.ts", "decideLines"],
      ["app/orders/receive/build-submission.ts", "buildSubmission"],
      ["app/orders/compose/content.ts", "composeContent"],
      ["app/orders/core/order-rows.ts", "moveSubmission"],
      ["app/orders/core/transitions.ts", "TRANSITIONS"],
      ["app/orders/core/save-orders.ts", "saveOrders"],
    ],
  ],
  [
    "The submission is sent",
    [
      ["app/orders/submit/step-submission.ts", "stepSubmission"],
      ["app/orders/submit/read-step.ts", "SubmissionStep"],
      ["app/orders/submit/try-submit.ts", "trySubmit"],
      ["app/shopify/read-order.ts", "readOrder"],
      ["app/orders/submit/pre-send-checks.ts", "runPreSendChecks"],
      ["app/orders/submit/claim.ts", "claim"],
    ],
  ],
  [
    "The print service answers",
    [
      ["app/print-service/create.ts", "createOrder"],
      ["app/print-service/session.ts", "openSession"],
      ["app/print-service/request.ts", "exchange"],
      ["app/print-service/answer.ts", "bodyOrThrow"],
      ["app/orders/submit/record-answers.ts", "recordAnswers"],
      ["app/orders/submit/decide-accepted.ts", "decideAccepted"],
      ["app/orders/fulfill/follow-submission.ts", "followSubmission"],
    ],
  ],
  [
    "An event of the print service becomes a parcel",
    [
      ["app/webhooks/print-service-endpoint.ts", "receivePrintServiceWebhook"],
      ["app/print-service/webhook-payloads.ts", "parsePrintServiceWebhook"],
      ["app/orders/provider-updates/record-events.ts", "recordEvents"],
      ["app/orders/provider-updates/load-updated.ts", "loadUpdated"],
      ["app/orders/provider-updates/tracking.ts", "applyTracking"],
      ["app/orders/provider-updates/shipments.ts", "stepParcel"],
    ],
  ],
  [
    "The parcel is fulfilled in Shopify",
    [
      ["app/orders/fulfill/fulfill-parcel.ts", "fulfillParcel"],
      ["app/orders/fulfill/first-write.ts", "makeFirstWrite"],
      ["app/orders/fulfill/load-parcel.ts", "claimParcel"],
      ["app/orders/fulfill/read-fulfillment.ts", "readFulfillmentOf"],
      ["app/orders/fulfill/plan-parcel.ts", "planParcel"],
      ["app/orders/fulfill/perform-write.ts", "performWrite"],
      ["app/shopify/write-fulfillment.ts", "createFulfillment"],
      ["app/orders/fulfill/complete-parcel.ts", "completeParcel"],
    ],
  ],
];

/**
 * The rows of the page: part, file, where reading begins, and what that does by its own comment. @throws where a name is gone, or no
 * file of the way and no part of app/composition imports a file: it is on the way no longer
 */
export function wayRows(): string[][] {
  const files = new Set(WAY.flatMap(([, stations]) => stations.map(([file]) => file)));
  const imported = new Set([...files, ...COMPOSITION].flatMap(importsOf));
  return WAY.flatMap(([part, stations]) =>
    stations.map(([file, name], at) => {
      if (!imported.has(file)) throw new Error(`nothing on an order's way imports ${file}`);
      return [at === 0 ? part : "", `\`${file}\``, `\`${name}\``, docOf(file, name)];
    }),
  );
}

/** Where adapters, endpoints and workers are handed to each other. */
const COMPOSITION = ["core", "services", "shop-context"].map((name) => `app/composition/${name}.server.ts`);

/** The files of the app that a file imports, also through the first file of an adapter. */
function importsOf(file: string): string[] {
  const text = readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
  const direct = [...text.matchAll(/from "(\.[^"]+)"/g)].map(([, path = ""]) => posix.join(posix.dirname(file), path));
  return direct.flatMap((one) => (/\/(index|adapter)\.ts$/.test(one) ? [one, ...importsOf(one)] : [one]));
}
