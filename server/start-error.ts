/**
 * What keeps the process from starting and a person can fix. Its words are shown as they are, so they quote no setting.
 */
export class StartError extends Error {
  override name = "StartError";
}
