import { DeleteData, ExportButton, ExportList } from '@/components/dashboard/company-data.tsx'
import { Page } from '@/components/dashboard/page.tsx'
import { Panel } from '@/components/ui/panel.tsx'
import { listExports } from '@/lib/dashboard/organizations/data.ts'
import { areaMetadata, openArea } from '../../area.ts'
import { OrganizationQuery } from '../../prefetched-query.tsx'
import { deleteData } from './actions.ts'

export const metadata = areaMetadata('data')

export default async function DataPage() {
  const { reader, title } = await openArea('data')
  return (
    <Page title={title} lead="What we keep for your company, yours to take away or delete.">
      <Panel
        title="Take a copy"
        note="One file (JSON) with everything: calls with what was said, leads with their notes, visits, settings, and the log. Recordings are not in it, nor are secrets such as keys. You confirm who you are if you last did so ten minutes ago or more."
      >
        <ExportButton reader={reader} />
      </Panel>
      <Panel title="Copies that were taken">
        <OrganizationQuery
          name="exports"
          label="Loading the list of copies"
          reader={reader}
          read={(tx) => listExports(tx, reader.userId)}
        >
          {(hasFailed) => <ExportList reader={reader} hasFailed={hasFailed} />}
        </OrganizationQuery>
      </Panel>
      <Panel
        title="Delete the data"
        note="Removes calls, leads, visits, connections, keys and the log. To close the account as a whole, delete the organization on its own page: then nothing stays."
      >
        <DeleteData deleteData={deleteData} />
      </Panel>
    </Page>
  )
}
