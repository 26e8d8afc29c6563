interface EffectWords {
  /** What happens, in plain words, for the person who switches it on. */
  says: string;
  /** Whether the request's work is done before the answer is spoilt (unless the fault's `worked` says otherwise). */
  worked: boolean;
}

/** Every way in which an answer can be spoilt. */
export const EFFECTS = {
  slow: { says: "Does the work, and answers only after a while.", worked: true },
  late: { says: "Does the work only after a while, when the caller may be gone already; then answers.", worked: true },
  hang: { says: "Does the work and never answers.", worked: true },
  reset: { says: "Does the work, then resets the connection: the answer is lost.", worked: true },
  cut: { says: "Does the work, then closes the connection in the middle of the answer.", worked: true },
  truncated: { says: "Does the work and sends only the first half of the JSON.", worked: true },
  bad_gateway: { says: "Does the work, but a proxy answers 502 with an HTML page.", worked: true },
  server_error: { says: "Does nothing and answers 503.", worked: false },
  too_many: { says: "Does nothing and answers 429: too many requests.", worked: false },
  unauthorized: { says: "Does nothing and answers 401, as if the token were wrong.", worked: false },
  forbidden: { says: "Does nothing and answers 403, with words in JSON.", worked: false },
  refused_text: { says: "Does nothing and refuses with 400, in plain text.", worked: false },
  refused_html: { says: "Does nothing and refuses with 400, with an HTML page.", worked: false },
  html: { says: "Does the work and answers 200 with an HTML page in place of JSON.", worked: true },
  empty: { says: "Does the work and answers 200 with nothing in it.", worked: true },
  error_body: { says: "Does nothing and answers 200 with an error in the body.", worked: false },
  body_status: { says: "Does nothing and answers 200, while the body says status 400.", worked: false },
  redirect: { says: "Does nothing and answers with a redirect to another address.", worked: false },
  huge: { says: "Does the work and answers with 20 MB.", worked: true },
} as const satisfies Record<string, EffectWords>;

export type Effect = keyof typeof EFFECTS;
export const EFFECT_NAMES = Object.keys(EFFECTS) as [Effect, ...Effect[]];
