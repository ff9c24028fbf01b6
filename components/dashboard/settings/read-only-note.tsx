import { AREAS, getRolesWithPermission } from '@/lib/platform/auth/access-table.ts'
import { formatChoice } from '@/lib/values/format.ts'
import { TextLink } from '../page.tsx'

export function ReadOnlyNote() {
  return (
    <p className="rounded-xl panel px-5 py-4">
      {`View only. Changes require the role ${formatChoice(getRolesWithPermission('org:settings:manage'))}. `}
      <TextLink href={AREAS.team.path}>See who has it</TextLink>.
    </p>
  )
}
