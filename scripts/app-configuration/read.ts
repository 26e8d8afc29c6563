import { z } from "zod";

const Subscription = z.object({
  topics: z.array(z.string()).optional(),
  compliance_topics: z.array(z.string()).optional(),
  uri: z.string(),
});
const AppConfiguration = z.object({
  application_url: z.string(),
  access_scopes: z.object({ scopes: z.string(), optional_scopes: z.array(z.string()).default([]) }),
  auth: z.object({ redirect_urls: z.array(z.string()) }),
  webhooks: z.object({ api_version: z.string(), subscriptions: z.array(Subscription) }),
});
export type AppConfiguration = z.infer<typeof AppConfiguration>;

const ExtensionFile = z.object({
  api_version: z.string().optional(),
  extensions: z.array(z.object({ handle: z.string(), name: z.string(), type: z.string() })),
});

export interface Extension {
  file: string;
  handle: string;
  name: string;
  apiVersion: string | undefined;
}

/** shopify.app.toml, parsed. @throws ZodError where a field is missing. */
export const readAppConfiguration = (content: unknown): AppConfiguration => AppConfiguration.parse(content);

/** The extensions of one shopify.extension.toml. @throws ZodError where a field is missing. */
export function readExtensions(file: string, content: unknown): Extension[] {
  const { api_version: apiVersion, extensions } = ExtensionFile.parse(content);
  return extensions.map(({ handle, name }) => ({ file, handle, name, apiVersion }));
}
