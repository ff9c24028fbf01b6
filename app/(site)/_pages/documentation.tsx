import { DocClosing } from '@/components/docs/doc-closing.tsx'
import { DocIndex, DocSections, DocTrouble } from '@/components/docs/doc-index.tsx'
import { SearchForm } from '@/components/search/search-form.tsx'
import { docHref, DOCUMENTATION_ROOT } from '@/lib/routes.ts'
import { ListHeader } from '@/components/ui/headings.tsx'
import { introTexts } from '@/lib/seo/page-texts.ts'
import { fetchContent } from '@/sanity/fetch.ts'
import { apiIntroRead } from '@/sanity/queries/api-reference.ts'
import { docTreeRead } from '@/sanity/queries/documentation.ts'
import { documentMetadata } from '../document-metadata.ts'
import { getListIntros } from '../list-page.ts'
import { getSettings, getWords } from '../site-data.ts'
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
  const [tree, intros, api, words, settings] = await Promise.all([
    fetchContent(docTreeRead),
    getListIntros(),
    fetchContent(apiIntroRead),
    getWords(),
    getSettings(),
  ])
  const intro = intros?.documentation
  return (
    <>
      <ListHeader heading={intro?.heading ?? NAME} text={intro?.text}>
        {tree.length > 0 && (
          <SearchForm
            label={words.documentation.searchHeading}
            placeholder={words.documentation.searchExample}
            submit={words.documentation.search}
            group="help"
            className="mt-8 max-w-136"
          />
        )}
        <DocTrouble tree={tree} words={words.documentation} />
        <DocSections tree={tree} />
      </ListHeader>
      <DocIndex tree={tree} words={words.documentation} reference={api?.text} />
      <ListData
        list="documentation"
        name={intro?.heading ?? NAME}
        path={DOCUMENTATION_ROOT}
        description={intro?.text}
        entries={tree.flatMap(({ pages }) => pages.map((page) => ({ name: page.title, path: docHref(page) ?? '' })))}
      />
      <DocClosing words={words.documentation} phone={settings?.contact?.phone} />
    </>
  )
}
