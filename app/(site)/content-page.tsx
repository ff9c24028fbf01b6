import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { Blocks } from '@/components/blocks/blocks.tsx'
import { LegalPage } from '@/components/article/legal-page.tsx'
import { fetchContent } from '@/sanity/fetch.ts'
import { isContentPath } from '@/lib/routes.ts'
import { cityGridRead } from '@/sanity/queries/city.ts'
import { documentMetadata, MISSING_METADATA } from './document-metadata.ts'
import { getPage, getSettings } from './site-data.ts'
import { NotFoundOrRedirect } from './not-found-or-redirect.tsx'
import { PageData } from './structured-data.tsx'

type Document = NonNullable<Awaited<ReturnType<typeof getPage>>>

const findPage = async (path: string, options?: { stega: boolean }) =>
  isContentPath(path) ? getPage(path, options) : null

/** First text of a page, for when nobody wrote a description. */
function leadText(page: Document): string | null | undefined {
  if (page._type === 'legalPage') return undefined
  const block = page.blocks?.find((candidate) => 'text' in candidate && candidate.text)
  return block && 'text' in block ? block.text : undefined
}

/** Metadata of the page at a path, or of an address without one. */
export async function contentMetadata(path: string, missing: Metadata = MISSING_METADATA): Promise<Metadata> {
  const page = await findPage(path, { stega: false })
  if (!page) return missing
  return documentMetadata({ path, seo: page.seo, title: page.title, description: leadText(page) })
}

/** The page or legal page that an editor made at a path; `missing` where there is none. */
export async function ContentPage({ path, missing }: { path: string; missing?: ReactNode }) {
  const [page, settings, cities] = await Promise.all([findPage(path), getSettings(), fetchContent(cityGridRead)])
  if (!page) return missing ?? <NotFoundOrRedirect path={path} />
  if (page._type === 'legalPage') return <LegalPage page={page} />
  const { booking = null, contact = null } = settings ?? {}
  return (
    <>
      <Blocks blocks={page.blocks ?? []} cities={cities} booking={booking} contact={contact} />
      <PageData path={path} page={page} />
    </>
  )
}
