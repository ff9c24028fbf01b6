import type { Metadata } from 'next'
import { Blocks } from '@/components/blocks/blocks.tsx'
import { EmptyHome } from '@/components/shell/empty-home.tsx'
import { fetchContent } from '@/sanity/fetch.ts'
import { isContentPath, pathOf } from '@/sanity/paths.ts'
import { cityGridRead } from '@/sanity/queries/city.ts'
import { documentMetadata, getPage, getSettings, MISSING_METADATA } from '../content.ts'
import { Missing } from '../missing.tsx'

type Props = { params: Promise<{ path?: string[] }> }

const HOME = '/'

const EMPTY_METADATA: Metadata = { title: 'Nothing published yet', robots: { index: false } }

/** None at build time: every page is rendered at its first visit and then kept, so a build never waits for content. */
export const generateStaticParams = () => []

const pathIn = async ({ params }: Props) => pathOf((await params).path)

const findPage = async (path: string, options?: { stega: boolean }) =>
  isContentPath(path) ? getPage(path, options) : null

/** First text of a page, for when nobody wrote a description. */
function leadText(page: Awaited<ReturnType<typeof getPage>>) {
  const block = page?.blocks?.find((candidate) => 'text' in candidate && candidate.text)
  return block && 'text' in block ? block.text : undefined
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const path = await pathIn(props)
  const page = await findPage(path, { stega: false })
  if (!page) return path === HOME ? EMPTY_METADATA : MISSING_METADATA
  return documentMetadata({ path, seo: page.seo, title: page.title, description: leadText(page) })
}

export default async function Page(props: Props) {
  const path = await pathIn(props)
  const [page, settings, cities] = await Promise.all([findPage(path), getSettings(), fetchContent(cityGridRead)])
  if (!page) return path === HOME ? <EmptyHome /> : <Missing />
  const { booking = null, contact = null } = settings ?? {}
  return <Blocks blocks={page.blocks ?? []} cities={cities} booking={booking} contact={contact} />
}
