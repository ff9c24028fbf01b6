import type { Metadata } from 'next'
import { EmptyHome } from '@/components/layout/page-message.tsx'
import { API_ROOT, pathOf } from '@/lib/routes.ts'
import { ApiPage, apiMetadata } from '../api-reference.tsx'
import { ContentPage, contentMetadata } from '../content-page.tsx'

type Props = { params: Promise<{ path?: string[] }> }

const HOME = '/'

const EMPTY_METADATA: Metadata = { title: 'Nothing published yet', robots: { index: false } }

/** None at build time: every page is rendered at its first visit and then kept, so a build never waits for content. */
export const generateStaticParams = () => []

const pathIn = async ({ params }: Props) => pathOf((await params).path)

export async function generateMetadata(props: Props): Promise<Metadata> {
  const path = await pathIn(props)
  if (path === API_ROOT) return apiMetadata()
  return contentMetadata(path, path === HOME ? EMPTY_METADATA : undefined)
}

export default async function Page(props: Props) {
  const path = await pathIn(props)
  if (path === API_ROOT) return <ApiPage />
  return <ContentPage path={path} missing={path === HOME ? <EmptyHome /> : undefined} />
}
