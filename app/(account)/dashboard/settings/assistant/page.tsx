import type { Metadata } from 'next'
import { AssistantSettings } from '@/components/dashboard/assistant/assistant-settings.tsx'
import { VersionList } from '@/components/dashboard/assistant/version-list.tsx'
import { Loading } from '@/components/dashboard/loading.tsx'
import { Page } from '@/components/dashboard/page.tsx'
import { ReadOnlyNote } from '@/components/dashboard/settings/read-only-note.tsx'
import { listVersions, readAssistantPage } from '@/lib/assistant/store.ts'
import { AREAS } from '@/lib/auth/access-table.ts'
import { isAllowed } from '@/lib/auth/check-access.ts'
import { requirePage } from '@/lib/auth/require-page.ts'
import { readerOf } from '@/lib/auth/session-claims.ts'
import { inOrganization } from '@/lib/db/organization.ts'
import { PrefetchedQuery } from '../../prefetched-query.tsx'

export const metadata: Metadata = { title: AREAS.assistant.label }

export default async function AssistantPage() {
  const member = await requirePage('assistant')
  const reader = readerOf(member)
  const mayChange = isAllowed(member, { permission: 'org:settings:manage' })
  return (
    <Page title={AREAS.assistant.label} lead="What you would tell a new dispatcher on the first day, in your words.">
      {!mayChange && <ReadOnlyNote />}
      <PrefetchedQuery
        name="assistant"
        // As high as the form, so that the versions below it do not move when it has come.
        placeholder={<Loading label="Loading what the assistant says and asks" rows={40} />}
        reader={reader}
        read={(db) => inOrganization(db, reader.organizationId, readAssistantPage)}
      >
        {(hasFailed) => (
          <>
            <AssistantSettings reader={reader} hasFailed={hasFailed} mayChange={mayChange} />
            {/* Within, since the versions ask for what the form shows: the browser's cache has to know it by then. */}
            <PrefetchedQuery
              name="assistant/versions"
              label="Loading the versions"
              isFailed={hasFailed}
              reader={reader}
              // As the library keeps a list that grows: its parts, and where each began.
              read={async (db) => ({
                pages: [await inOrganization(db, reader.organizationId, (tx) => listVersions(tx))],
                pageParams: [0],
              })}
            >
              {(versionsHaveFailed) => (
                <VersionList reader={reader} hasFailed={versionsHaveFailed} mayChange={mayChange} />
              )}
            </PrefetchedQuery>
          </>
        )}
      </PrefetchedQuery>
    </Page>
  )
}
