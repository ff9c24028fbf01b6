import { AREAS, rolesWith } from '@/lib/auth/access-table.ts'
import { Link } from '../../ui/link.tsx'

const or = new Intl.ListFormat('en-US', { type: 'disjunction' })

/** Above settings that somebody may read and not change. */
export function ReadOnlyNote() {
  return (
    <p className="rounded-xl panel px-5 py-4">
      {`You may read this, not change it. The role for that is ${or.format(rolesWith('org:settings:manage'))}: `}
      <Link href={AREAS.team.path} className="text-link">
        see who has it
      </Link>
      .
    </p>
  )
}
