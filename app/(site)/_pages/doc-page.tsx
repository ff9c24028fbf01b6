import { DocClosing } from '@/components/docs/doc-closing.tsx'
import { DocPage } from '@/components/docs/doc-page.tsx'
import { ownTexts } from '@/lib/seo/page-texts.ts'
import { fetchContent } from '@/sanity/fetch.ts'
import { docPageRead, docTreeRead } from '@/sanity/queries/documentation.ts'
import type { RouteOf } from '@/sanity/page-route.ts'
import { documentMetadata } from '../document-metadata.ts'
import { NotFoundOrRedirect } from '../not-found-or-redirect.tsx'
import { DocData } from '../structured-data.tsx'
import { getSettings, getWords } from '../site-data.ts'

type DocProps = RouteOf<'docPage'>

/** Metadata of a page of the documentation; undefined when there is none with this slug. */
export async function docMetadata({ slug, path }: DocProps) {
  const page = await fetchContent(docPageRead(slug), { stega: false })
  if (!page) return undefined
  return documentMetadata({ path, seo: page.seo, ...ownTexts(page) })
}

/** The page of the documentation with a slug. */
export async function Doc({ slug, path }: DocProps) {
  const [page, tree, settings, words] = await Promise.all([
    fetchContent(docPageRead(slug)),
    fetchContent(docTreeRead),
    getSettings(),
    getWords(),
  ])
  if (!page) return <NotFoundOrRedirect path={path} />
  return (
    <>
      <DocPage page={page} tree={tree} words={words} />
      <DocClosing words={words.documentation} phone={settings?.contact?.phone} section={page.section?.slug} />
      <DocData page={page} />
    </>
  )
}
