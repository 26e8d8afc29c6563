import type { AppConfiguration, Extension } from "./read.ts";

const QUARTER = /^20\d\d-(01|04|07|10)$/;
const SCOPE = /^(read|write)(_[a-z]+)+$/;
const HANDLE = /^[a-z0-9](-?[a-z0-9])*$/;
/** Shopify's bounds of an extension's handle and name. */
const HANDLE_MAX = 30;
const NAME_MAX = 30;
const COMPLIANCE = ["customers/data_request", "customers/redact", "shop/redact"];

/** What Shopify refuses of the app's configuration, or this app does not stand: one sentence each. */
export function configurationFindings(
  app: AppConfiguration,
  extensions: readonly Extension[],
  scopesOfProcess: string,
): string[] {
  return [...scopeFindings(app, scopesOfProcess), ...addressFindings(app), ...webhookFindings(app)].concat(
    extensionFindings(extensions),
  );
}

function scopeFindings({ access_scopes: access }: AppConfiguration, scopesOfProcess: string): string[] {
  const scopes = access.scopes.split(",");
  const all = [...scopes, ...access.optional_scopes];
  return [
    ...all.filter((scope) => !SCOPE.test(scope)).map((scope) => `"${scope}" is no access scope.`),
    ...repeated(all).map((scope) => `The access scope ${scope} is named twice.`),
    ...(sorted(scopes) === sorted(scopesOfProcess.split(","))
      ? []
      : ["SCOPES of .env.example differs from the access scopes of shopify.app.toml."]),
  ];
}

function addressFindings(app: AppConfiguration): string[] {
  const { origin, protocol } = new URL(app.application_url);
  return [
    ...(protocol === "https:" ? [] : ["application_url is not https."]),
    ...app.auth.redirect_urls
      .filter((url) => new URL(url).origin !== origin)
      .map((url) => `The redirect address ${url} is not below application_url.`),
  ];
}

function webhookFindings({ webhooks }: AppConfiguration): string[] {
  const named = webhooks.subscriptions.flatMap((one) => one.topics ?? []);
  const compliance = webhooks.subscriptions.flatMap((one) => one.compliance_topics ?? []);
  return [
    ...(QUARTER.test(webhooks.api_version) ? [] : [`${webhooks.api_version} is no API version of webhooks.`]),
    ...repeated([...named, ...compliance]).map((topic) => `The topic ${topic} is subscribed twice.`),
    ...COMPLIANCE.filter((topic) => !compliance.includes(topic)).map((topic) => `The mandatory ${topic} is missing.`),
    ...webhooks.subscriptions
      .filter(({ uri }) => !uri.startsWith("/webhooks/"))
      .map(({ uri }) => `The webhook address ${uri} is not below /webhooks.`),
  ];
}

function extensionFindings(extensions: readonly Extension[]): string[] {
  const versions = new Set(extensions.flatMap(({ apiVersion }) => apiVersion ?? []));
  return [
    ...repeated(extensions.map(({ handle }) => handle)).map((handle) => `The handle ${handle} is used twice.`),
    ...extensions
      .filter(({ handle }) => !HANDLE.test(handle) || handle.length > HANDLE_MAX)
      .map(({ file, handle }) => `${file}: "${handle}" is no handle.`),
    ...extensions
      .filter(({ name }) => !name.startsWith("t:") && name.length > NAME_MAX)
      .map(({ file, name }) => `${file}: the name "${name}" is longer than ${NAME_MAX} characters.`),
    ...[...versions].filter((one) => !QUARTER.test(one)).map((one) => `${one} is no API version of extensions.`),
    ...(versions.size > 1 ? [`Extensions use several API versions: ${[...versions].join(", ")}.`] : []),
  ];
}

const repeated = (all: readonly string[]): string[] => [
  ...new Set(all.filter((one, index) => all.indexOf(one) !== index)),
];

const sorted = (scopes: readonly string[]): string => [...scopes].sort().join();
