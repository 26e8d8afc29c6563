export interface SupervisorOptions {
  command: string;
  args: string[];
  cwd: string;
  /** Run as this user (postgres refuses root). */
  uid?: number;
  gid?: number;
  stopSignal: "SIGTERM" | "SIGINT";
  /** Ends the program for `halt`. Default: SIGKILL. */
  haltSignal?: "SIGQUIT";
  /** Data folder that no other process may use meanwhile. */
  lock?: string;
  /** Folder to remove at the end. */
  remove?: string;
}

/** The line that the supervisor writes when the program that it was asked to halt has ended. */
export const HALTED = "The supervisor's program is halted.";
