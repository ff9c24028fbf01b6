import type { Metadata } from 'next'
import { DocPage } from '@/components/docs/doc-page.tsx'
import { DOCUMENTATION_ROOT, pathOf } from '@/lib/routes.ts'
import { listRoute } from '@/lib/journal-routes.ts'
import { fetchContent } from '@/sanity/fetch.ts'
import { docPageRead, docTreeRead } from '@/sanity/queries/documentation.ts'
import { documentMetadata, MISSING_METADATA } from '../../document-metadata.ts'
import { NotFoundOrRedirect } from '../../not-found-or-redirect.tsx'
import { EntryData } from '../../structured-data.tsx'
import { contentsMetadata, DocumentationContents } from '../contents.tsx'

type Props = { params: Promise<{ path?: string[] }> }

/** None at build time, see the page of the blog. */
export const generateStaticParams = () => []

/** The documentation has one list, and that has one page. */
const routeIn = async ({ params }: Props) => {
  const route = listRoute((await params).path)
  return route?.view === 'list' && route.page > 1 ? undefined : route
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const route = await routeIn(props)
  if (route?.view === 'list') return contentsMetadata()
  const page = route && (await fetchContent(docPageRead(route.slug), { stega: false }))
  if (!page) return MISSING_METADATA
  return documentMetadata({
    path: `${DOCUMENTATION_ROOT}/${route.slug}`,
    seo: page.seo,
    title: page.title,
    description: page.summary,
  })
}

export default async function Page(props: Props) {
  const route = await routeIn(props)
  if (route?.view === 'list') return <DocumentationContents />
  const path = DOCUMENTATION_ROOT + pathOf((await props.params).path)
  const [page, tree] = await Promise.all([
    route ? fetchContent(docPageRead(route.slug)) : null,
    fetchContent(docTreeRead),
  ])
  if (!page) return <NotFoundOrRedirect path={path} />
  return (
    <>
      <DocPage page={page} tree={tree} />
      <EntryData list="documentation" name={page.title} path={path} />
    </>
  )
}
