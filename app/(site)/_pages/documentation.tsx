import { DocIndex } from '@/components/docs/doc-tree.tsx'
import { DocSearchForm } from '@/components/docs/doc-search.tsx'
import { DOCUMENTATION_ROOT } from '@/lib/routes.ts'
import { ListHeader } from '@/components/ui/headings.tsx'
import { introTexts } from '@/lib/seo/page-texts.ts'
import { fetchContent } from '@/sanity/fetch.ts'
import { docTreeRead } from '@/sanity/queries/documentation.ts'
import { documentMetadata } from '../document-metadata.ts'
import { getListIntros } from '../list-page.ts'
import { getWords } from '../site-data.ts'

const NAME = 'Documentation'

export async function contentsMetadata() {
  const intro = (await getListIntros({ stega: false }))?.documentation
  return documentMetadata({
    path: DOCUMENTATION_ROOT,
    seo: intro?.seo ?? null,
    ...introTexts(intro, NAME),
  })
}

/** All sections of the documentation, and its search. */
export async function DocumentationContents() {
  const [tree, intros, words] = await Promise.all([fetchContent(docTreeRead), getListIntros(), getWords()])
  return (
    <>
      <ListHeader heading={intros?.documentation?.heading ?? NAME} text={intros?.documentation?.text}>
        {tree.length > 0 && <DocSearchForm words={words.documentation} className="mt-8 max-w-136" />}
      </ListHeader>
      <DocIndex tree={tree} none={words.documentation.none} />
    </>
  )
}
