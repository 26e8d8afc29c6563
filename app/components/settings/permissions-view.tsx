import { useAppBridge } from "@shopify/app-bridge-react";
import { BlockStack, Card, ChoiceList, Layout, Page } from "@shopify/polaris";
import { useState } from "react";
import type { Permission } from "../../../prisma/client/client.ts";
import type { Permissions, SavePermissionsResult } from "../../shops/permissions.ts";
import { MessageBanner } from "../common/banners.tsx";
import { COPY as COMMON } from "../common/copy.ts";
import { focusFirstError } from "../common/focus.ts";
import { useJsonFetcher } from "../common/json-requests.ts";
import type { RequestFailed } from "../common/request-failed.ts";
import { ContextualSaveBar } from "../common/save-bar.tsx";
import { useDenied } from "../common/shop-context.tsx";
import { SmallNote } from "../common/text.tsx";
import { PERMISSION_COPY, STAFF } from "./permissions-copy.ts";
import { Section } from "./section.tsx";

interface Props {
  permissions: Permissions;
  staff: { userId: string; name: string }[];
  /** Shopify's id of the person. */
  me: string;
}

type Draft = Record<Permission, string[] | null>;
const PERMISSIONS = Object.keys(PERMISSION_COPY) as Permission[];

/** Who may approve, map, pay, and change settings. */
export function PermissionsView({ permissions, staff, me }: Props) {
  const [changes, setChanges] = useState<Partial<Draft>>({});
  const [problem, setProblem] = useState<Exclude<SavePermissionsResult, "saved"> | "nobody" | null>(null);
  const shopify = useAppBridge();
  const { busy, answer, send } = useJsonFetcher<{ outcome: SavePermissionsResult } | RequestFailed>((result) => {
    if (result.outcome === "failed") return;
    if (result.outcome !== "saved") {
      setProblem(result.outcome);
      return focusFirstError();
    }
    setChanges({});
    shopify.toast.show(STAFF.saved);
  });
  const draft: Draft = { ...permissions, ...changes };
  const save = () => {
    const empty = PERMISSIONS.some((one) => draft[one]?.length === 0);
    setProblem(empty ? "nobody" : null);
    if (empty) focusFirstError();
    else send({ wanted: draft, seen: permissions });
  };
  const errorOf = (permission: Permission): string | undefined => {
    if (problem === "nobody") return draft[permission]?.length === 0 ? STAFF.choose : undefined;
    return problem === "own_removed" && permission === "settings" ? STAFF.errors.own_removed : undefined;
  };
  return (
    <Page title={STAFF.title} backAction={{ content: COMMON.settings, url: "/app/settings" }}>
      <ContextualSaveBar
        id="staff-permissions"
        open={PERMISSIONS.some((one) => String(draft[one]) !== String(permissions[one]))}
        saving={busy}
        onSave={save}
        onDiscard={() => {
          setChanges({});
          setProblem(null);
        }}
      />
      <Layout>
        {(answer?.outcome === "failed" || problem === "changed" || problem === "unknown_staff") && (
          <Layout.Section>
            <MessageBanner
              tone="critical"
              title={STAFF.notSaved.title}
              text={problem === "changed" || problem === "unknown_staff" ? STAFF.errors[problem] : STAFF.notSaved.text}
            />
          </Layout.Section>
        )}
        {PERMISSIONS.map((permission) => (
          <PermissionSection
            key={permission}
            permission={permission}
            chosen={draft[permission]}
            staff={staff}
            me={me}
            error={errorOf(permission)}
            onChange={(users) => {
              setProblem(null);
              setChanges((before) => ({ ...before, [permission]: users }));
            }}
          />
        ))}
      </Layout>
    </Page>
  );
}

interface SectionProps extends Pick<Props, "staff" | "me"> {
  permission: Permission;
  chosen: string[] | null;
  error: string | undefined;
  onChange(users: string[] | null): void;
}

function PermissionSection({ permission, chosen, staff, me, error, onChange }: SectionProps) {
  const { title, text } = PERMISSION_COPY[permission];
  const denied = useDenied();
  // Whoever was chosen is in the list, and the person too, also without a name.
  const unnamed = [...new Set([me, ...(chosen ?? [])])].filter((id) => !staff.some(({ userId }) => userId === id));
  const people = [...staff, ...unnamed.map((userId) => ({ userId, name: STAFF.member(userId) }))];
  return (
    <Section id={permission} title={title} description={text}>
      <Card>
        <BlockStack gap="300">
          <ChoiceList
            title={title}
            titleHidden
            disabled={denied}
            selected={[chosen === null ? "everyone" : "chosen"]}
            onChange={([value]) => onChange(value === "chosen" ? [me] : null)}
            choices={[
              { value: "everyone", label: STAFF.everyone },
              { value: "chosen", label: STAFF.chosen, helpText: STAFF.owner },
            ]}
          />
          {chosen !== null && (
            <ChoiceList
              allowMultiple
              disabled={denied}
              title={STAFF.people}
              selected={chosen}
              onChange={(users) => onChange(users.toSorted())}
              choices={people.map(({ userId, name }) => ({
                value: userId,
                label: userId === me ? STAFF.me(name) : name,
              }))}
              error={error}
            />
          )}
          {chosen !== null && <SmallNote>{STAFF.unknown}</SmallNote>}
        </BlockStack>
      </Card>
    </Section>
  );
}
