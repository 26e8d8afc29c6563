interface EffectDescription {
  /** A description for the page. */
  description: string;
  /** Whether the request is processed before the answer is replaced (the fault's `worked` takes precedence). */
  worked: boolean;
}

/** Every fault of an answer. */
export const EFFECTS = {
  slow: { description: "Does the work, and answers only after a while.", worked: true },
  late: {
    description: "Does the work only after a while, when the caller may be gone already; then answers.",
    worked: true,
  },
  hang: { description: "Does the work and never answers.", worked: true },
  reset: { description: "Does the work, then resets the connection: the answer is lost.", worked: true },
  cut: { description: "Does the work, then closes the connection in the middle of the answer.", worked: true },
  truncated: { description: "Does the work and sends only the first half of the JSON.", worked: true },
  bad_gateway: { description: "Does the work, but a proxy answers 502 with an HTML page.", worked: true },
  server_error: { description: "Does nothing and answers 503.", worked: false },
  too_many: { description: "Does nothing and answers 429: too many requests.", worked: false },
  unauthorized: { description: "Does nothing and answers 401, as if the token were wrong.", worked: false },
  forbidden: { description: "Does nothing and answers 403, with words in JSON.", worked: false },
  rejected_text: { description: "Does nothing and refuses with 400, in plain text.", worked: false },
  rejected_html: { description: "Does nothing and refuses with 400, with an HTML page.", worked: false },
  html: { description: "Does the work and answers 200 with an HTML page in place of JSON.", worked: true },
  empty: { description: "Does the work and answers 200 with nothing in it.", worked: true },
  error_body: { description: "Does nothing and answers 200 with an error in the body.", worked: false },
  body_status: { description: "Does nothing and answers 200, while the body says status 400.", worked: false },
  redirect: { description: "Does nothing and answers with a redirect to another address.", worked: false },
  huge: { description: "Does the work and answers with 20 MB.", worked: true },
} as const satisfies Record<string, EffectDescription>;

export type Effect = keyof typeof EFFECTS;
export const EFFECT_NAMES = Object.keys(EFFECTS) as [Effect, ...Effect[]];
