import { PermissionTable, RoleTable } from '@/components/dashboard/access-tables.tsx'
import { Page } from '@/components/dashboard/page.tsx'
import { Panel } from '@/components/ui/panel.tsx'
import { getRoleLabel } from '@/lib/platform/auth/access-table.ts'
import { buildAreaMetadata, openArea } from '../../area.ts'

export const metadata = buildAreaMetadata('access')

export default async function AccessPage() {
  const { member, title } = await openArea('access')
  const { role } = member.organization
  return (
    <Page title={title} lead={`Your role is ${getRoleLabel(role)}. Role changes take effect within a minute.`}>
      <Panel title="Your permissions">
        <PermissionTable member={member} />
      </Panel>
      <Panel title="Roles">
        <RoleTable viewerRole={role} />
      </Panel>
    </Page>
  )
}
