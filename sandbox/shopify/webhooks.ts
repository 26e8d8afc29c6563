import { createHmac } from "node:crypto";
import type { Clock } from "./store.ts";

export interface WebhookAttempt {
  at: Date;
  /** HTTP status, or null when there was no answer. */
  status: number | null;
  error: string | null;
}

export interface WebhookDelivery {
  /** X-Shopify-Webhook-Id: the same across retries. */
  id: string;
  /** X-Shopify-Event-Id: the same for all deliveries of one event. */
  eventId: string;
  shop: string;
  topic: string;
  body: string;
  triggeredAt: Date;
  attempts: WebhookAttempt[];
  state: "pending" | "delivered" | "failed" | "dropped";
}

/** A fault of the next deliveries of a topic (of any topic by default). */
export interface WebhookRule {
  topic?: string;
  /** double: the same Webhook-Id twice; double-new-id: two ids, one Event-Id. */
  kind: "drop" | "double" | "double-new-id" | "delay";
  delayMs?: number;
  times?: number;
}

export interface WebhookSettings {
  apiSecret: string;
  clock: Clock;
  appUrl: () => string | null;
  apiVersion: () => string;
  /** Wait before the first retry; doubled for each later one. */
  retryMs: number;
  /** Of one attempt; Shopify gives 5 s. */
  timeoutMs: number;
}

const TRIES = 9;

/** Sends webhooks as Shopify does: signed, with the first payload on every retry, in no guaranteed order. */
export class WebhookSender {
  readonly deliveries: WebhookDelivery[] = [];
  readonly #settings: WebhookSettings;
  #rules: { rule: WebhookRule; left: number }[] = [];
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #running = new Set<Promise<void>>();
  #count = 0;
  #closed = false;

  constructor(settings: WebhookSettings) {
    this.#settings = settings;
  }

  addRule(rule: WebhookRule): void {
    this.#rules.push({ rule, left: rule.times ?? 1 });
  }

  clearRules(): void {
    this.#rules = [];
  }

  /** Queues a delivery; `body` goes out byte for byte. */
  send(shop: string, topic: string, body: string): WebhookDelivery {
    const rule = this.#takeRule(topic);
    const delivery = this.#record(shop, topic, body);
    if (rule?.kind === "drop") {
      delivery.state = "dropped";
      return delivery;
    }
    this.#later(rule?.kind === "delay" ? (rule.delayMs ?? 1000) : 0, delivery);
    if (rule?.kind === "double") this.#later(0, delivery);
    if (rule?.kind === "double-new-id") this.#later(0, this.#record(shop, topic, body, delivery.eventId));
    return delivery;
  }

  /** Sends a recorded delivery once more, with its ids and its body. */
  resend(delivery: WebhookDelivery): void {
    delivery.state = "pending";
    this.#later(0, delivery);
  }

  /** Resolves when no delivery is running or waiting for a retry. */
  async settled(): Promise<void> {
    while (!this.#closed && (this.#timers.size > 0 || this.#running.size > 0)) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    await Promise.all(this.#running);
  }

  #takeRule(topic: string): WebhookRule | null {
    const found = this.#rules.find((each) => !each.rule.topic || each.rule.topic === topic);
    if (!found) return null;
    found.left -= 1;
    this.#rules = this.#rules.filter((each) => each.left > 0);
    return found.rule;
  }

  #record(shop: string, topic: string, body: string, eventId?: string): WebhookDelivery {
    const id = crypto.randomUUID();
    const event = eventId ?? `event-${++this.#count}-${crypto.randomUUID()}`;
    const triggeredAt = this.#settings.clock.now();
    const delivery: WebhookDelivery = {
      id,
      eventId: event,
      shop,
      topic,
      body,
      triggeredAt,
      attempts: [],
      state: "pending",
    };
    this.deliveries.push(delivery);
    return delivery;
  }

  #later(ms: number, delivery: WebhookDelivery): void {
    if (this.#closed) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      const run = this.#attempt(delivery).finally(() => this.#running.delete(run));
      this.#running.add(run);
    }, ms);
    this.#timers.add(timer);
  }

  async #attempt(delivery: WebhookDelivery): Promise<void> {
    const attempt = await this.#post(delivery);
    delivery.attempts.push(attempt);
    if (attempt.status !== null && attempt.status >= 200 && attempt.status < 300) {
      delivery.state = "delivered";
    } else if (delivery.attempts.length >= TRIES || this.#settings.appUrl() === null) {
      delivery.state = "failed";
    } else {
      this.#later(this.#settings.retryMs * 2 ** (delivery.attempts.length - 1), delivery);
    }
  }

  async #post(delivery: WebhookDelivery): Promise<WebhookAttempt> {
    const at = this.#settings.clock.now();
    const base = this.#settings.appUrl();
    if (base === null) return { at, status: null, error: "the app's address is not known" };
    try {
      const answer = await fetch(`${base.replace(/\/$/, "")}/webhooks/${delivery.topic}`, {
        method: "POST",
        redirect: "manual",
        headers: this.#headers(delivery),
        body: delivery.body,
        signal: AbortSignal.timeout(this.#settings.timeoutMs),
      });
      await answer.arrayBuffer();
      return { at, status: answer.status, error: null };
    } catch (error) {
      return { at, status: null, error: String((error as Error).cause ?? error) };
    }
  }

  #headers(delivery: WebhookDelivery): Record<string, string> {
    return {
      "content-type": "application/json",
      "user-agent": "Shopify-Captain-Hook",
      "x-shopify-topic": delivery.topic,
      "x-shopify-hmac-sha256": createHmac("sha256", this.#settings.apiSecret).update(delivery.body).digest("base64"),
      "x-shopify-shop-domain": delivery.shop,
      "x-shopify-api-version": this.#settings.apiVersion(),
      "x-shopify-webhook-id": delivery.id,
      "x-shopify-event-id": delivery.eventId,
      "x-shopify-triggered-at": delivery.triggeredAt.toISOString(),
    };
  }
}
