import { DocIndex, DocSections, TroubleshootingLink } from '@/components/site/docs/doc-index.tsx'
import { DocPage } from '@/components/site/docs/doc-page.tsx'
import { DocClosing } from '@/components/site/docs/doc-tree.tsx'
import { SearchForm } from '@/components/site/search/search-form.tsx'
import { ListHeader } from '@/components/ui/headings.tsx'
import { buildDocHref, DOCUMENTATION_ROOT } from '@/lib/routes.ts'
import { fetchContent } from '@/sanity/lake/fetch.ts'
import type { RouteOf } from '@/sanity/page-route.ts'
import { buildDocPageRead, docTreeRead } from '@/sanity/queries/documentation.ts'
import { apiIntroRead } from '@/sanity/queries/site-settings.ts'
import { buildEntryMetadata, buildIntroMetadata } from '../document-metadata.ts'
import { getListIntros } from '../list-page.ts'
import { NotFoundOrRedirect } from '../not-found-or-redirect.tsx'
import { getSettings, getLabels } from '../site-data.ts'
import { DocData, ListData } from '../structured-data.tsx'

const PAGE_NAME = 'Documentation'

export const buildContentsMetadata = async () =>
  buildIntroMetadata(DOCUMENTATION_ROOT, (await getListIntros({ stega: false }))?.documentation, PAGE_NAME)

export async function DocumentationContents() {
  const [tree, intros, api, labels, settings] = await Promise.all([
    fetchContent(docTreeRead),
    getListIntros(),
    fetchContent(apiIntroRead),
    getLabels(),
    getSettings(),
  ])
  const intro = intros?.documentation
  return (
    <>
      <ListHeader heading={intro?.heading ?? PAGE_NAME} text={intro?.text}>
        {tree.length > 0 && (
          <SearchForm
            label={labels.documentation.searchHeading}
            placeholder={labels.documentation.searchExample}
            submit={labels.documentation.search}
            group="help"
            className="mt-8 max-w-136"
          />
        )}
        <TroubleshootingLink tree={tree} labels={labels.documentation} />
        <DocSections tree={tree} />
      </ListHeader>
      <DocIndex tree={tree} labels={labels.documentation} reference={api?.text} />
      <ListData
        list="documentation"
        name={intro?.heading ?? PAGE_NAME}
        path={DOCUMENTATION_ROOT}
        description={intro?.text}
        entries={tree.flatMap(({ pages }) =>
          pages.map((page) => ({ name: page.title, path: buildDocHref(page) ?? '' })),
        )}
      />
      <DocClosing labels={labels.documentation} phone={settings?.contact?.phone} />
    </>
  )
}

export const buildDocMetadata = ({ slug, path }: RouteOf<'docPage'>) => buildEntryMetadata(path, buildDocPageRead(slug))

export async function Doc({ slug, path }: RouteOf<'docPage'>) {
  const [page, tree, settings, labels] = await Promise.all([
    fetchContent(buildDocPageRead(slug)),
    fetchContent(docTreeRead),
    getSettings(),
    getLabels(),
  ])
  if (!page) return <NotFoundOrRedirect path={path} />
  return (
    <>
      <DocPage page={page} tree={tree} labels={labels} />
      <DocClosing labels={labels.documentation} phone={settings?.contact?.phone} section={page.section?.slug} />
      <DocData page={page} />
    </>
  )
}
