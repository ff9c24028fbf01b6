import { AccountSecurity, OrganizationName, TeamSize } from '@/components/dashboard/company-panels.tsx'
import { DescriptionList, Page } from '@/components/dashboard/page.tsx'
import { SettingsList } from '@/components/dashboard/settings-list.tsx'
import { Panel } from '@/components/ui/panel.tsx'
import { TextLink } from '@/components/ui/link.tsx'
import {
  AREAS,
  OFFERED_FEATURES,
  OFFERED_PERMISSIONS,
  getPlanLabel,
  getRoleLabel,
} from '@/lib/platform/auth/access-table.ts'
import { buildAreaMetadata, openArea } from '../area.ts'

export const metadata = buildAreaMetadata('settings')

const PlanName = ({ plan }: { plan: string }) =>
  plan === 'free_org' ? (
    <>
      {getPlanLabel(plan)}. <TextLink href={AREAS.plan.path}>Choose one to try</TextLink>
    </>
  ) : (
    getPlanLabel(plan)
  )

export default async function SettingsPage() {
  const { member, title, may } = await openArea('settings')
  const allowedPermissions = OFFERED_PERMISSIONS.filter(may)
  const features = OFFERED_FEATURES.filter((name) => member.features.includes(name))
  return (
    <Page title={title} lead="Call handling, permissions and data retention.">
      <SettingsList member={member} />
      <div className="grid items-start gap-5 md:grid-cols-3">
        <Panel title="Your company">
          <DescriptionList
            rows={[
              ['Name', <OrganizationName key="name" />],
              ['Plan', <PlanName key="plan" plan={member.plans[0] ?? 'free_org'} />],
              ['Features', `${features.length} of ${OFFERED_FEATURES.length} included`],
              ['Team', <TeamSize key="team" />],
            ]}
          />
        </Panel>
        <Panel title="You">
          <DescriptionList
            rows={[
              ['Role', getRoleLabel(member.organization.role)],
              ['Permissions', `${allowedPermissions.length} of ${OFFERED_PERMISSIONS.length}`],
            ]}
          />
          <p className="mt-4">
            <TextLink href={AREAS.access.path}>View your permissions</TextLink>
          </p>
        </Panel>
        <Panel title="Security">
          <AccountSecurity />
        </Panel>
      </div>
    </Page>
  )
}
