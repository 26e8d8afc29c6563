/** What the mail server of the stand-in does wrong. */
export const MAIL_FAULTS = {
  /** Takes no connection. */
  refuse: "Refuse connections (421)",
  /** Asks for patience, as a greylist does. */
  greylist: "Greylist (451)",
  reject_recipient: "Reject the recipient (550)",
  /** Answers nothing once it has the message. */
  time_out: "No answer after the message",
  /** Takes the message, and ends the connection before it says so. */
  lose_answer: "Take the message, lose the answer",
} as const;
export type MailFault = keyof typeof MAIL_FAULTS;

/** What the webhook inbox does wrong. */
export const HOOK_FAULTS = {
  gone: "Address is gone (404)",
  busy: "Too many requests (429)",
  unavailable: "Unavailable (503)",
  failing: "Server error (500)",
  redirect: "Redirect (302)",
  time_out: "No answer",
  lose_answer: "Take the message, lose the answer",
} as const;
export type HookFault = keyof typeof HOOK_FAULTS;

export interface Faults<F extends string> {
  /** The next messages fail like that; 0 ends it. */
  set(fault: F, times: number): void;
  /** The fault that a message meets now, and uses up. */
  take(...among: F[]): F | null;
  pending(): { fault: F; times: number }[];
  clear(): void;
}

export function createFaults<F extends string>(): Faults<F> {
  const left = new Map<F, number>();
  return {
    set: (fault, times) => void (times > 0 ? left.set(fault, times) : left.delete(fault)),
    take(...among) {
      const fault = among.find((one) => left.has(one));
      if (!fault) return null;
      const times = (left.get(fault) ?? 0) - 1;
      if (times > 0) left.set(fault, times);
      else left.delete(fault);
      return fault;
    },
    pending: () => [...left].map(([fault, times]) => ({ fault, times })),
    clear: () => left.clear(),
  };
}
