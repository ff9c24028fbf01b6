import type { Metadata } from 'next'
import { Page } from '@/components/dashboard/page.tsx'
import { Panel } from '@/components/ui/panel.tsx'
import { Team } from '@/components/dashboard/team.tsx'
import { Link } from '@/components/ui/link.tsx'
import { AREAS } from '@/lib/auth/access-table.ts'
import { requirePage } from '@/lib/auth/require-page.ts'

export const metadata: Metadata = { title: AREAS.team.label }

const MEMBERS_PATH = `${AREAS.organization.path}/organization-members`

export default async function TeamPage() {
  const { organization } = await requirePage('team')
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
    </Page>
  )
}
