import type { Metadata } from 'next'
import { AccountSecurity, OrganizationName, TeamSize } from '@/components/dashboard/company-panels.tsx'
import { DescriptionList, Page } from '@/components/dashboard/page.tsx'
import { SettingsList } from '@/components/dashboard/settings-list.tsx'
import { Panel } from '@/components/ui/panel.tsx'
import { Link } from '@/components/ui/link.tsx'
import { AREAS, OFFERED_FEATURES, OFFERED_PERMISSIONS, planLabel, roleLabel } from '@/lib/auth/access-table.ts'
import { isAllowed } from '@/lib/auth/check-access.ts'
import { requirePage } from '@/lib/auth/require-page.ts'

export const metadata: Metadata = { title: AREAS.settings.label }

/** The plan; without one, the way to choose one. */
const PlanOf = ({ plan }: { plan: string }) =>
  plan === 'free_org' ? (
    <>
      {planLabel(plan)}.{' '}
      <Link href={AREAS.plan.path} className="text-link">
        Choose one to try
      </Link>
    </>
  ) : (
    planLabel(plan)
  )

export default async function SettingsPage() {
  const member = await requirePage('settings')
  const allowed = OFFERED_PERMISSIONS.filter((permission) => isAllowed(member, { permission }))
  const features = OFFERED_FEATURES.filter((name) => member.features.includes(name))
  return (
    <Page title={AREAS.settings.label} lead="How calls are answered, who may do what, and what is kept for how long.">
      <SettingsList member={member} />
      <div className="grid items-start gap-5 md:grid-cols-3">
        <Panel title="Your company">
          <DescriptionList
            rows={[
              ['Name', <OrganizationName key="name" />],
              ['Plan', <PlanOf key="plan" plan={member.plans[0] ?? 'free_org'} />],
              ['Features', `${features.length} of ${OFFERED_FEATURES.length} included`],
              ['Team', <TeamSize key="team" />],
            ]}
          />
        </Panel>
        <Panel title="You">
          <DescriptionList
            rows={[
              ['Role', roleLabel(member.organization.role)],
              ['Permissions', `${allowed.length} of ${OFFERED_PERMISSIONS.length}`],
            ]}
          />
          <p className="mt-4">
            <Link href={AREAS.access.path} className="text-link">
              See what you may do
            </Link>
          </p>
        </Panel>
        <Panel title="Security">
          <AccountSecurity />
        </Panel>
      </div>
    </Page>
  )
}
