import type { Metadata } from 'next'
import { Lines } from '@/components/dashboard/lines/lines.tsx'
import { Page } from '@/components/dashboard/page.tsx'
import { AREAS } from '@/lib/auth/access-table.ts'
import { requirePage } from '@/lib/auth/require-page.ts'
import { readerOf } from '@/lib/auth/session-claims.ts'
import { withNames } from '@/lib/lines/named.ts'
import { readAllLines } from '@/lib/lines/read-all.ts'
import { PrefetchedQuery } from '../prefetched-query.tsx'

export const metadata: Metadata = { title: AREAS.lines.label }

type LinesPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function LinesPage({ searchParams }: LinesPageProps) {
  const [member, { page: asked }] = await Promise.all([requirePage('lines'), searchParams])
  const reader = readerOf(member)
  const page = Math.max(1, Math.trunc(Number(asked)) || 1)
  return (
    <Page
      title={AREAS.lines.label}
      lead="What companies have asked for. Each gets a number to forward to and an assistant of its own; nothing else of them is shown here."
    >
      <PrefetchedQuery
        name="lines"
        label="Loading the lines"
        reader={reader}
        params={{ page }}
        read={async (db) => {
          const { lines, total } = await readAllLines(db, page)
          return { lines: await withNames(lines), total }
        }}
      >
        {(hasFailed) => <Lines reader={reader} page={page} hasFailed={hasFailed} />}
      </PrefetchedQuery>
    </Page>
  )
}
