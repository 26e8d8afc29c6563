/** Keeps the process from starting, and the operator can fix it. The message is shown, so it quotes no setting. */
export class StartError extends Error {
  override name = "StartError";
}
