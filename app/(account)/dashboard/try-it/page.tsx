import { Page } from '@/components/dashboard/page.tsx'
import { TryIt } from '@/components/dashboard/try-it/try-it.tsx'
import { readTryIt } from '@/lib/dashboard/try-it/read-try-it.ts'
import { buildAreaMetadata, openArea } from '../area.ts'
import { OrganizationQuery } from '../prefetched-query.tsx'

export const metadata = buildAreaMetadata('tryIt')

const INITIAL_INPUT = { at: 'now' as const, lines: [] }

export default async function TryItPage() {
  const { reader, title, may } = await openArea('tryIt')
  return (
    <Page
      title={title}
      lead="Role-play a caller at any time of day, and see how your assistant responds before a real customer calls."
    >
      <OrganizationQuery
        name="try-it"
        label="Loading test conversation"
        rows={8}
        reader={reader}
        params={INITIAL_INPUT}
        read={(tx) => readTryIt(tx, INITIAL_INPUT, new Date())}
      >
        {(hasFailed) => <TryIt reader={reader} hasFailed={hasFailed} canSave={may('org:leads:manage')} />}
      </OrganizationQuery>
    </Page>
  )
}
