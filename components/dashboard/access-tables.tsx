import { formatAccessDenial, formatAccessRemedy } from '@/lib/platform/auth/access-denied.ts'
import {
  getFeature,
  FEATURES,
  OFFERED_FEATURES,
  OFFERED_PERMISSIONS,
  OFFERED_PLANS,
  type Permission,
  PERMISSIONS,
  getPlansWithFeature,
  ROLES,
} from '@/lib/platform/auth/access-table.ts'
import { checkAccess } from '@/lib/platform/auth/check-access.ts'
import type { Member } from '@/lib/platform/auth/session-claims.ts'
import { DataTable } from '../ui/data-table.tsx'
import { Badge } from '../ui/badge.tsx'
import { StatusBadge } from './page.tsx'

function buildPermissionRow(member: Member, permission: Permission) {
  const denial = checkAccess(member, { permission })
  return [
    PERMISSIONS[permission],
    FEATURES[getFeature(permission)],
    <StatusBadge key="status" on={!denial}>
      {denial ? 'No' : 'Yes'}
    </StatusBadge>,
    <span key="reason" className="text-muted-foreground">
      {denial && `${formatAccessDenial(denial)} ${formatAccessRemedy(denial)}`}
    </span>,
  ]
}

export function PermissionTable({ member }: { member: Member }) {
  return (
    <DataTable
      caption="Permissions"
      columns={['Permission', 'Area', 'Allowed', 'If not allowed']}
      rows={OFFERED_PERMISSIONS.map((permission) => ({
        key: permission,
        cells: buildPermissionRow(member, permission),
      }))}
    />
  )
}

export function RoleTable({ viewerRole }: { viewerRole: string }) {
  return (
    <DataTable
      caption="Roles"
      columns={['Role', 'Description']}
      rows={Object.entries(ROLES).map(([name, { label, summary }]) => ({
        key: name,
        cells: [
          <span key="label">
            {label} {name === viewerRole && <Badge>You</Badge>}
          </span>,
          summary,
        ],
      }))}
    />
  )
}

export function FeatureTable({ includedFeatures }: { includedFeatures: string[] }) {
  return (
    <DataTable
      caption="Features"
      columns={['Feature', 'Your plan', 'Included in']}
      rows={OFFERED_FEATURES.map((name) => ({
        key: name,
        cells: [
          FEATURES[name],
          <StatusBadge key="status" on={includedFeatures.includes(name)}>
            {includedFeatures.includes(name) ? 'Included' : 'Not included'}
          </StatusBadge>,
          getPlansWithFeature(name).length === OFFERED_PLANS.length
            ? 'All plans'
            : getPlansWithFeature(name).join(', '),
        ],
      }))}
    />
  )
}
