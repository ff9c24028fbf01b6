import type { Metadata } from 'next'
import { pathOf } from '@/lib/routes.ts'
import { ContentPage, contentMetadata } from '../../../content-page.tsx'

type Props = { params: Promise<{ path?: string[] }> }

/** None at build time, see the page of all other paths. */
export const generateStaticParams = () => []

const pathIn = async ({ params }: Props) => pathOf(['hvac-seo-services', ...((await params).path ?? [])])

export async function generateMetadata(props: Props): Promise<Metadata> {
  return contentMetadata(await pathIn(props))
}

export default async function Page(props: Props) {
  return <ContentPage path={await pathIn(props)} />
}
