import type { Metadata } from 'next'
import { OrganizationName, TeamSize } from '@/components/dashboard/organization-facts.tsx'
import { Page, Panel } from '@/components/dashboard/page.tsx'
import { Security } from '@/components/dashboard/security.tsx'
import { Terms } from '@/components/dashboard/terms.tsx'
import { Link } from '@/components/ui/link.tsx'
import { AREAS } from '@/lib/auth/areas.ts'
import { decide } from '@/lib/auth/decide.ts'
import { organizationFeatures, organizationPlan } from '@/lib/auth/facts.ts'
import { FEATURES, PERMISSION_NAMES, planLabel, roleLabel } from '@/lib/auth/permissions.ts'
import { requireMember } from '@/lib/auth/require-page.ts'

export const metadata: Metadata = { title: AREAS.overview.label }

export default async function OverviewPage() {
  const member = await requireMember('overview')
  const allowed = PERMISSION_NAMES.filter(
    (permission) => decide(member, { organization: true, permission }).verdict === 'allow',
  )
  const features = organizationFeatures(member).filter((name) => Object.hasOwn(FEATURES, name))
  return (
    <Page title="Overview" lead="How your company stands with us today.">
      <div className="dash-pair">
        <Panel title="Your company">
          <Terms
            rows={[
              ['Name', <OrganizationName key="name" />],
              ['Plan', planLabel(organizationPlan(member) ?? 'free_org')],
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
          <Terms
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
        <Security />
      </Panel>
    </Page>
  )
}
