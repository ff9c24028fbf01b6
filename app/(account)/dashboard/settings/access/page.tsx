import type { Metadata } from 'next'
import { PermissionTable, RoleTable } from '@/components/dashboard/access-tables.tsx'
import { Page } from '@/components/dashboard/page.tsx'
import { Panel } from '@/components/ui/panel.tsx'
import { AREAS, roleLabel } from '@/lib/auth/access-table.ts'
import { requirePage } from '@/lib/auth/require-page.ts'

export const metadata: Metadata = { title: AREAS.access.label }

export default async function AccessPage() {
  const member = await requirePage('access')
  return (
    <Page
      title={AREAS.access.label}
      lead={`As ${roleLabel(member.organization.role)} of this organization. A change of role counts within a minute.`}
    >
      <Panel title="Permissions">
        <PermissionTable member={member} />
      </Panel>
      <Panel title="Roles">
        <RoleTable own={member.organization.role} />
      </Panel>
    </Page>
  )
}
