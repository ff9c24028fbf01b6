import 'server-only'
import { ApiReference } from '@/components/docs/api-reference.tsx'
import { env } from '@/lib/env.ts'
import { fetchContent } from '@/sanity/fetch.ts'
import { API_ROOT } from '@/lib/routes.ts'
import { introTexts } from '@/lib/seo/page-texts.ts'
import { apiIntroRead } from '@/sanity/queries/api-reference.ts'
import { samplesOf } from '@/lib/docs/samples.ts'
import { keyedGroups, REFERENCE_PATH } from '../../api/_reference/document.ts'
import { documentMetadata } from '../document-metadata.ts'
import { OwnPageData } from '../structured-data.tsx'

const NAME = 'API reference'

/** Metadata of /api. */
export async function apiMetadata() {
  const intro = await fetchContent(apiIntroRead, { stega: false })
  return documentMetadata({
    path: API_ROOT,
    seo: intro?.seo ?? null,
    ...introTexts(intro, NAME),
  })
}

/**
 * The page /api. It has no folder of its own: below /api live the endpoints, and a page without parameters would be
 * rendered at build time, when there may be no content.
 */
export async function ApiPage() {
  const intro = await fetchContent(apiIntroRead)
  const { siteUrl } = env()
  const groups = keyedGroups()
  const operations = groups.flatMap((group) => group.operations)
  const samples = new Map(operations.map((operation) => [operation.id, samplesOf(operation, siteUrl)]))
  return (
    <>
      <ApiReference intro={intro} groups={groups} samples={samples} siteUrl={siteUrl} documentPath={REFERENCE_PATH} />
      <OwnPageData path={API_ROOT} name={intro?.heading ?? NAME} description={intro?.text ?? null} />
    </>
  )
}
