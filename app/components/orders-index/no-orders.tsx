import { Card, EmptyState } from "@shopify/polaris";
import picture from "./empty-orders.svg";

/** What the orders page shows before the first order. */
export function NoOrders() {
  return (
    <Card>
      <EmptyState
        heading="Your orders will appear here"
        action={{ content: "Map products", url: "/app/products" }}
        secondaryAction={{ content: "Open settings", url: "/app/settings" }}
        image={picture}
      >
        <p>
          Orders placed after go-live appear here by themselves, and those with mapped products are sent to the print
          service. Connect it and choose the go-live date in the settings.
        </p>
      </EmptyState>
    </Card>
  );
}
