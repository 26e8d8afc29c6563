import { Card, EmptyState, Page, type PageProps } from "@shopify/polaris";
import picture from "./no-products.svg";

interface NoProductsProps extends Pick<PageProps, "title" | "backAction"> {
  copy: { title: string; text: string; action: string };
}

/** A page of a shop without products. */
export function NoProducts({ copy, ...page }: NoProductsProps) {
  return (
    <Page {...page}>
      <Card>
        <EmptyState
          heading={copy.title}
          image={picture}
          action={{ content: copy.action, url: "shopify://admin/products/new", target: "_top" }}
        >
          <p>{copy.text}</p>
        </EmptyState>
      </Card>
    </Page>
  );
}
