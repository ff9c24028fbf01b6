import { accessDeniedMessage, accessDeniedRemedy } from '@/lib/platform/auth/access-denied.ts'
import {
  featureOf,
  FEATURES,
  OFFERED_FEATURES,
  OFFERED_PERMISSIONS,
  OFFERED_PLANS,
  type Permission,
  PERMISSIONS,
  plansWith,
  ROLES,
} from '@/lib/platform/auth/access-table.ts'
import { checkAccess } from '@/lib/platform/auth/check-access.ts'
import type { Member } from '@/lib/platform/auth/session-claims.ts'
import { DataTable } from '../ui/data-table.tsx'
import { Badge } from '../ui/badge.tsx'
import { StatusBadge } from './page.tsx'

function permissionRow(member: Member, permission: Permission) {
  const denied = checkAccess(member, { permission })
  return [
    PERMISSIONS[permission],
    FEATURES[featureOf(permission)],
    <StatusBadge key="status" on={!denied}>
      {denied ? 'No' : 'Yes'}
    </StatusBadge>,
    <span key="reason" className="text-muted-foreground">
      {denied && `${accessDeniedMessage(denied)} ${accessDeniedRemedy(denied)}`}
    </span>,
  ]
}

export function PermissionTable({ member }: { member: Member }) {
  return (
    <DataTable
      caption="Permissions"
      columns={['Permission', 'Area', 'Allowed', 'If not allowed']}
      rows={OFFERED_PERMISSIONS.map((permission) => ({ key: permission, cells: permissionRow(member, permission) }))}
    />
  )
}

export function RoleTable({ own }: { own: string }) {
  return (
    <DataTable
      caption="Roles"
      columns={['Role', 'Description']}
      rows={Object.entries(ROLES).map(([name, { label, summary }]) => ({
        key: name,
        cells: [
          <span key="label">
            {label} {name === own && <Badge>You</Badge>}
          </span>,
          summary,
        ],
      }))}
    />
  )
}

export function FeatureTable({ included }: { included: string[] }) {
  return (
    <DataTable
      caption="Features"
      columns={['Feature', 'Your plan', 'Included in']}
      rows={OFFERED_FEATURES.map((name) => ({
        key: name,
        cells: [
          FEATURES[name],
          <StatusBadge key="status" on={included.includes(name)}>
            {included.includes(name) ? 'Included' : 'Not included'}
          </StatusBadge>,
          plansWith(name).length === OFFERED_PLANS.length ? 'All plans' : plansWith(name).join(', '),
        ],
      }))}
    />
  )
}
