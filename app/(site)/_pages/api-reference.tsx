import 'server-only'
import { ApiReference } from '@/components/site/docs/api-reference.tsx'
import { env } from '@/lib/platform/env/env.ts'
import { fetchContent } from '@/sanity/lake/fetch.ts'
import { API_ROOT } from '@/lib/routes.ts'
import { apiIntroRead } from '@/sanity/queries/site-settings.ts'
import { buildSamples } from '@/lib/site/api-reference/samples.ts'
import { getKeyedGroups, getWebhookReference, REFERENCE_PATH } from '../../api/_reference/document.ts'
import { buildIntroMetadata } from '../document-metadata.ts'
import { StaticPageData } from '../structured-data.tsx'

const PAGE_NAME = 'API reference'

export const buildApiMetadata = async () =>
  buildIntroMetadata(API_ROOT, await fetchContent(apiIntroRead, { stega: false }), PAGE_NAME)

/**
 * Renders the page /api. The component has no separate route, because Next.js would render that route at build time,
 * without content.
 */
export async function ApiPage() {
  const intro = await fetchContent(apiIntroRead)
  const { siteUrl } = env()
  const groups = getKeyedGroups()
  const operations = groups.flatMap((group) => group.operations)
  const samples = new Map(operations.map((operation) => [operation.id, buildSamples(operation, siteUrl)]))
  return (
    <>
      <ApiReference
        intro={intro}
        groups={groups}
        webhooks={getWebhookReference()}
        samples={samples}
        siteUrl={siteUrl}
        documentPath={REFERENCE_PATH}
      />
      <StaticPageData path={API_ROOT} name={intro?.heading ?? PAGE_NAME} description={intro?.text ?? null} />
    </>
  )
}
