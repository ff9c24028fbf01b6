import { DeleteData, ExportButton, ExportList } from '@/components/dashboard/company-data.tsx'
import { Page } from '@/components/dashboard/page.tsx'
import { Panel } from '@/components/ui/panel.tsx'
import { listExports } from '@/lib/dashboard/organizations/data.ts'
import { buildAreaMetadata, openArea } from '../../area.ts'
import { OrganizationQuery } from '../../prefetched-query.tsx'
import { deleteData } from './actions.ts'

export const metadata = buildAreaMetadata('data')

export default async function DataPage() {
  const { reader, title } = await openArea('data')
  return (
    <Page title={title} lead="Export or delete the data we store for your company.">
      <Panel
        title="Export your data"
        note="One JSON file with calls, transcripts, leads, notes, visits, settings and the audit log. Recordings and API keys aren’t included. You may be asked to confirm your identity."
      >
        <ExportButton reader={reader} />
      </Panel>
      <Panel title="Export history">
        <OrganizationQuery
          name="exports"
          label="Loading export history"
          reader={reader}
          read={(tx) => listExports(tx, reader.userId)}
        >
          {(hasFailed) => <ExportList reader={reader} hasFailed={hasFailed} />}
        </OrganizationQuery>
      </Panel>
      <Panel
        title="Delete company data"
        note="Deletes calls, leads, visits, integrations, keys and the audit log. To close your account and delete everything, delete the organization on the Organization page."
      >
        <DeleteData deleteData={deleteData} />
      </Panel>
    </Page>
  )
}
