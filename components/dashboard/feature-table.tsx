import { FEATURES, type Feature, plansWith } from '@/lib/auth/permissions.ts'
import { DataTable } from './data-table.tsx'
import { State } from './state.tsx'

/** Every feature there is, and whether the organization's plan includes it. */
export function FeatureTable({ included }: { included: string[] }) {
  return (
    <DataTable
      caption="Features"
      columns={['Feature', 'Yours', 'Included in']}
      rows={Object.entries(FEATURES).map(([name, label]) => ({
        key: name,
        cells: [
          label,
          <State key="state" on={included.includes(name)}>
            {included.includes(name) ? 'Included' : 'Not included'}
          </State>,
          plansWith(name as Feature).join(', '),
        ],
      }))}
    />
  )
}
