/** The steps of the setup guide, in order. Stored data completes each step; no one checks a step off by hand. */
export const GUIDE_STEPS = ["connect", "register", "map", "choose", "review", "check", "send"] as const;
export type GuideStep = (typeof GUIDE_STEPS)[number];
export type GuideProgress = Record<GuideStep, boolean>;

export const countDone = (progress: GuideProgress): number => GUIDE_STEPS.filter((step) => progress[step]).length;
/** Once an order was sent, a dry run before it is no longer missed. */
export const isComplete = (progress: GuideProgress): boolean =>
  GUIDE_STEPS.every((step) => progress[step] || (step === "check" && progress.send));
