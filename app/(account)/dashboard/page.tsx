import type { Metadata } from 'next'
import { AccountSecurity, OrganizationName, TeamSize } from '@/components/dashboard/overview.tsx'
import { DescriptionList, Page } from '@/components/dashboard/page.tsx'
import { Panel } from '@/components/ui/panel.tsx'
import { Link } from '@/components/ui/link.tsx'
import { AREAS, FEATURES, PERMISSION_NAMES, planLabel, roleLabel } from '@/lib/auth/access-table.ts'
import { checkAccess } from '@/lib/auth/check-access.ts'
import { requirePage } from '@/lib/auth/require-page.ts'

export const metadata: Metadata = { title: AREAS.overview.label }

export default async function OverviewPage() {
  const member = await requirePage('overview')
  const allowed = PERMISSION_NAMES.filter((permission) => !checkAccess(member, { permission }))
  const features = member.features.filter((name) => Object.hasOwn(FEATURES, name))
  return (
    <Page title="Overview" lead="How your company stands with us today.">
      <div className="grid items-start gap-5 md:grid-cols-2">
        <Panel title="Your company">
          <DescriptionList
            rows={[
              ['Name', <OrganizationName key="name" />],
              ['Plan', planLabel(member.plans[0] ?? 'free_org')],
              ['Features', `${features.length} of ${Object.keys(FEATURES).length} included`],
              ['Team', <TeamSize key="team" />],
            ]}
          />
          <p className="mt-4 flex flex-wrap gap-x-5 gap-y-2">
            <Link href={AREAS.team.path} className="text-link">
              See the team
            </Link>
            <Link href={AREAS.plan.path} className="text-link">
              See what the plan includes
            </Link>
          </p>
        </Panel>
        <Panel title="You">
          <DescriptionList
            rows={[
              ['Role', roleLabel(member.organization.role)],
              ['Permissions', `${allowed.length} of ${PERMISSION_NAMES.length}`],
            ]}
          />
          <p className="mt-4">
            <Link href={AREAS.access.path} className="text-link">
              See what you may do
            </Link>
          </p>
        </Panel>
      </div>
      <Panel title="Security">
        <AccountSecurity />
      </Panel>
    </Page>
  )
}
