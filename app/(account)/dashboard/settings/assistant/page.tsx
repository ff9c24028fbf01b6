import { AssistantSettings } from '@/components/dashboard/assistant/assistant-settings.tsx'
import { VersionList } from '@/components/dashboard/assistant/version-list.tsx'
import { Page } from '@/components/dashboard/page.tsx'
import { ReadOnlyNote } from '@/components/dashboard/settings/read-only-note.tsx'
import { listVersions, readAssistantPage } from '@/lib/dashboard/assistant/repository.ts'
import { buildAreaMetadata, openArea } from '../../area.ts'
import { OrganizationQuery } from '../../prefetched-query.tsx'

export const metadata = buildAreaMetadata('assistant')

export default async function AssistantPage() {
  const { reader, title, may } = await openArea('assistant')
  const canChange = may('org:settings:manage')
  return (
    <Page title={title} lead="What you’d tell a new dispatcher on day one.">
      {!canChange && <ReadOnlyNote />}
      <OrganizationQuery
        name="assistant"
        label="Loading assistant settings"
        // The placeholder is as high as the form, to avoid layout shift.
        rows={40}
        reader={reader}
        read={readAssistantPage}
      >
        {(hasFailed) => (
          <>
            <AssistantSettings reader={reader} hasFailed={hasFailed} canChange={canChange} />
            {/* The version list is nested in the form, because it reads the form's query from the cache. */}
            <OrganizationQuery
              name="assistant/versions"
              label="Loading versions"
              isFailed={hasFailed}
              reader={reader}
              // The data has the shape of TanStack Query's infinite queries.
              read={async (tx) => ({ pages: [await listVersions(tx)], pageParams: [''] })}
            >
              {(haveVersionsFailed) => (
                <VersionList reader={reader} hasFailed={haveVersionsFailed} canChange={canChange} />
              )}
            </OrganizationQuery>
          </>
        )}
      </OrganizationQuery>
    </Page>
  )
}
