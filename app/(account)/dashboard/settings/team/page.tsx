import { Page } from '@/components/dashboard/page.tsx'
import { SecondFactorPolicy } from '@/components/dashboard/settings/second-factor.tsx'
import { Panel } from '@/components/ui/panel.tsx'
import { Team } from '@/components/dashboard/team.tsx'
import { TextLink } from '@/components/ui/link.tsx'
import { AREAS } from '@/lib/platform/auth/access-table.ts'
import { getSettings } from '@/lib/dashboard/settings/repository.ts'
import { buildAreaMetadata, openArea } from '../../area.ts'
import { OrganizationQuery } from '../../prefetched-query.tsx'

export const metadata = buildAreaMetadata('team')

const MEMBERS_PATH = `${AREAS.organization.path}/organization-members`

export default async function TeamPage() {
  const { member, reader, title, may } = await openArea('team')
  return (
    <Page title={title} lead="Team members and their roles.">
      <Panel title="Members">
        <p className="mb-4">
          {member.organization.role === 'org:admin' ? (
            <TextLink href={MEMBERS_PATH}>Manage members</TextLink>
          ) : (
            'Admins can invite people, change roles and remove members.'
          )}
          {' · '}
          <TextLink href={AREAS.access.path}>About roles</TextLink>
        </p>
        <Team />
      </Panel>
      {may('org:settings:read') && (
        <OrganizationQuery name="settings" label="Loading sign-in security" reader={reader} read={getSettings}>
          {(hasFailed) => (
            <SecondFactorPolicy
              reader={reader}
              hasFailed={hasFailed}
              canChange={may('org:settings:manage')}
              isInPlan={member.features.includes('second_factor_policy')}
            />
          )}
        </OrganizationQuery>
      )}
    </Page>
  )
}
