import { ROLES } from '@/lib/auth/permissions.ts'
import { DataTable } from './data-table.tsx'

/** The roles there are and what each is for. */
export function RoleTable({ own }: { own: string }) {
  return (
    <DataTable
      caption="Roles"
      columns={['Role', 'What it is for']}
      rows={Object.entries(ROLES).map(([name, { label, summary }]) => ({
        key: name,
        cells: [
          <span key="label">
            {label}
            {name === own && <span className="dash-tag">Yours</span>}
          </span>,
          summary,
        ],
      }))}
    />
  )
}
