import { Lines } from '@/components/dashboard/lines/lines.tsx'
import { Page } from '@/components/dashboard/page.tsx'
import { addNames } from '@/lib/dashboard/lines/company-names.ts'
import { readAllLines } from '@/lib/dashboard/lines/read-all.ts'
import { buildAreaMetadata, openArea, type SearchParams } from '../area.ts'
import { PrefetchedQuery } from '../prefetched-query.tsx'

export const metadata = buildAreaMetadata('lines')

export default async function LinesPage({ searchParams }: { searchParams: SearchParams }) {
  const [{ reader, title }, { page: pageParam }] = await Promise.all([openArea('lines'), searchParams])
  const page = Math.max(1, Math.trunc(Number(pageParam)) || 1)
  return (
    <Page title={title} lead="Line requests from companies. Each company gets its own forwarding number and assistant.">
      <PrefetchedQuery
        name="lines"
        label="Loading lines"
        reader={reader}
        params={{ page }}
        read={async (db) => {
          const { lines, total } = await readAllLines(db, page)
          return { lines: await addNames(lines), total }
        }}
      >
        {(hasFailed) => <Lines reader={reader} page={page} hasFailed={hasFailed} />}
      </PrefetchedQuery>
    </Page>
  )
}
