import { decide } from '@/lib/auth/decide.ts'
import type { SignedIn } from '@/lib/auth/facts.ts'
import { FEATURES, featureOf, type Permission, PERMISSION_NAMES, PERMISSIONS } from '@/lib/auth/permissions.ts'
import { refusalRemedy, refusalSentence } from '@/lib/auth/refusal-words.ts'
import { DataTable } from './data-table.tsx'
import { State } from './state.tsx'

function rowOf(facts: SignedIn, permission: Permission) {
  const decision = decide(facts, { organization: true, permission })
  const reason = decision.verdict === 'allow' ? '' : `${refusalSentence(decision)} ${refusalRemedy(decision)}`
  return [
    PERMISSIONS[permission],
    FEATURES[featureOf(permission)],
    <State key="state" on={!reason}>
      {reason ? 'No' : 'Yes'}
    </State>,
    <span key="reason" className="text-muted">
      {reason}
    </span>,
  ] as const
}

/** Each permission there is, whether this person has it, and if not why and who can change that. */
export function AccessTable({ facts }: { facts: SignedIn }) {
  return (
    <DataTable
      caption="Permissions"
      columns={['You may', 'Part of', 'Now', 'Why not, and who can help']}
      rows={PERMISSION_NAMES.map((permission) => ({ key: permission, cells: [...rowOf(facts, permission)] }))}
    />
  )
}
