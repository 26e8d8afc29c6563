import { RejectedError } from "../../ports/errors.ts";

/** Whether Shopify accepts a write. False: Shopify rejects the write, so a retry would be pointless. @throws other errors */
export async function isAccepted(call: Promise<void>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (error instanceof RejectedError) return false;
    throw error;
  }
}
