import type { GuideStep } from "../../home/setup-guide.ts";

export interface StepCopy {
  title: string;
  text: string;
  action: { content: string; url: string };
}

/** How each step of the set-up guide is said, and where it is done. */
export const STEP_COPY: Readonly<Record<GuideStep, StepCopy>> = {
  connect: {
    title: "Connect the print service",
    text: "Enter the e-mail and password of your print service account. Your orders are sent with it.",
    action: { content: "Connect", url: "/app/settings#print-account" },
  },
  register: {
    title: "Receive tracking and status updates",
    text: "Tell the print service where to send updates. This happens by itself when you connect. If it fails, or another address is already in place, the settings page shows what to do.",
    action: { content: "Check updates", url: "/app/settings#webhooks" },
  },
  map: {
    title: "Map your first product",
    text: "Say which product of the print service a variant is printed on, and with which artwork.",
    action: { content: "Map a product", url: "/app/products" },
  },
  review: {
    title: "Review what is sent and when",
    text: "Choose whether orders are sent by themselves or after your approval, how long you can edit them, and from when on orders count. Then save.",
    action: { content: "Review settings", url: "/app/settings#sending" },
  },
  send: {
    title: "Send your first order to print",
    text: "Place an order for a mapped product. It appears on the orders page and is sent once its edit window has passed.",
    action: { content: "Go to orders", url: "/app/orders" },
  },
};
