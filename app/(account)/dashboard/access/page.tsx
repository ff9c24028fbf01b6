import type { Metadata } from 'next'
import { AccessTable } from '@/components/dashboard/access-table.tsx'
import { Page, Panel } from '@/components/dashboard/page.tsx'
import { RoleTable } from '@/components/dashboard/role-table.tsx'
import { AREAS } from '@/lib/auth/areas.ts'
import { roleLabel } from '@/lib/auth/permissions.ts'
import { requireMember } from '@/lib/auth/require-page.ts'

export const metadata: Metadata = { title: AREAS.access.label }

export default async function AccessPage() {
  const member = await requireMember('access')
  return (
    <Page
      title={AREAS.access.label}
      lead={`As ${roleLabel(member.organization.role)} of this organization. A change of role counts within a minute.`}
    >
      <Panel title="Permissions">
        <AccessTable facts={member} />
      </Panel>
      <Panel title="Roles">
        <RoleTable own={member.organization.role} />
      </Panel>
    </Page>
  )
}
