import { DocIndex } from '@/components/docs/doc-tree.tsx'
import { SearchForm } from '@/components/search/search-form.tsx'
import { docHref, DOCUMENTATION_ROOT } from '@/lib/routes.ts'
import { ListHeader } from '@/components/ui/headings.tsx'
import { introTexts } from '@/lib/seo/page-texts.ts'
import { fetchContent } from '@/sanity/fetch.ts'
import { docTreeRead } from '@/sanity/queries/documentation.ts'
import { documentMetadata } from '../document-metadata.ts'
import { getListIntros } from '../list-page.ts'
import { getWords } from '../site-data.ts'
import { ListData } from '../structured-data.tsx'

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
  const intro = intros?.documentation
  return (
    <>
      <ListHeader heading={intro?.heading ?? NAME} text={intro?.text}>
        {tree.length > 0 && (
          <SearchForm
            label={words.documentation.searchHeading}
            placeholder={words.documentation.search}
            submit={words.documentation.search}
            kind="documentation"
            className="mt-8 max-w-136"
          />
        )}
      </ListHeader>
      <DocIndex tree={tree} none={words.documentation.none} />
      <ListData
        list="documentation"
        name={intro?.heading ?? NAME}
        path={DOCUMENTATION_ROOT}
        description={intro?.text}
        entries={tree.flatMap(({ pages }) => pages.map((page) => ({ name: page.title, path: docHref(page) ?? '' })))}
      />
    </>
  )
}
