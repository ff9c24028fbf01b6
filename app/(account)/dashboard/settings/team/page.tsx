import type { Metadata } from 'next'
import { Page } from '@/components/dashboard/page.tsx'
import { SecondFactorPolicy } from '@/components/dashboard/settings/second-factor.tsx'
import { Panel } from '@/components/ui/panel.tsx'
import { Team } from '@/components/dashboard/team.tsx'
import { Link } from '@/components/ui/link.tsx'
import { AREAS } from '@/lib/auth/access-table.ts'
import { isAllowed } from '@/lib/auth/check-access.ts'
import { requirePage } from '@/lib/auth/require-page.ts'
import { readerOf } from '@/lib/auth/session-claims.ts'
import { inOrganization } from '@/lib/db/organization.ts'
import { getSettings } from '@/lib/settings/store.ts'
import { PrefetchedQuery } from '../../prefetched-query.tsx'

export const metadata: Metadata = { title: AREAS.team.label }

const MEMBERS_PATH = `${AREAS.organization.path}/organization-members`

export default async function TeamPage() {
  const member = await requirePage('team')
  const { organization } = member
  const reader = readerOf(member)
  return (
    <Page title={AREAS.team.label} lead="Who works with you here, and in which role.">
      <Panel title="Members">
        <p className="mb-4">
          {organization.role === 'org:admin' ? (
            <Link href={MEMBERS_PATH} className="text-link">
              Invite people, change roles, remove somebody
            </Link>
          ) : (
            'Admins invite people, change roles and remove them.'
          )}
          {' · '}
          <Link href={AREAS.access.path} className="text-link">
            What the roles are for
          </Link>
        </p>
        <Team />
      </Panel>
      {isAllowed(member, { permission: 'org:settings:read' }) && (
        <PrefetchedQuery
          name="settings"
          label="Loading what is asked for"
          reader={reader}
          read={(db) => inOrganization(db, reader.organizationId, getSettings)}
        >
          {(hasFailed) => (
            <SecondFactorPolicy
              reader={reader}
              hasFailed={hasFailed}
              mayChange={isAllowed(member, { permission: 'org:settings:manage' })}
              isInPlan={member.features.includes('second_factor_policy')}
            />
          )}
        </PrefetchedQuery>
      )}
    </Page>
  )
}
