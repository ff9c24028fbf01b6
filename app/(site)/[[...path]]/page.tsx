import type { Metadata } from 'next'
import type { ComponentType } from 'react'
import { feedFor } from '@/sanity/content-types.ts'
import { type PageRoute, type RouteOf, parseRoute } from '@/sanity/page-route.ts'
import { ApiPage, buildApiMetadata } from '../_pages/api-reference.tsx'
import {
  Author,
  buildAuthorMetadata,
  Category,
  buildCategoryMetadata,
  Post,
  buildPostMetadata,
  Posts,
  buildPostsMetadata,
} from '../_pages/blog.tsx'
import { City, buildCityMetadata } from '../_pages/city.tsx'
import { getClosingActions, ContentPage, buildContentMetadata } from '../_pages/content-page.tsx'
import { buildContentsMetadata, Doc, buildDocMetadata, DocumentationContents } from '../_pages/documentation.tsx'
import {
  Integration,
  buildIntegrationMetadata,
  Integrations,
  buildIntegrationsMetadata,
} from '../_pages/integrations.tsx'
import { PressItem, buildPressItemMetadata, PressItems, buildPressItemsMetadata } from '../_pages/press.tsx'
import { TestCalls, buildTestCallsMetadata } from '../_pages/test-calls.tsx'
import { MISSING_METADATA } from '../document-metadata.ts'
import { NotFoundOrRedirect } from '../not-found-or-redirect.tsx'
import { SiteFrame } from '../site-frame.tsx'

type Props = { params: Promise<{ path?: string[] }> }

type Kind = PageRoute['kind']

type PageKind<K extends Kind> = {
  Page: ComponentType<RouteOf<K>>
  metadata: (route: RouteOf<K>) => Promise<Metadata | undefined>
}

const kinds: { [K in Kind]: PageKind<K> } = {
  content: { Page: ContentPage, metadata: buildContentMetadata },
  city: { Page: City, metadata: buildCityMetadata },
  blog: { Page: Posts, metadata: buildPostsMetadata },
  category: { Page: Category, metadata: buildCategoryMetadata },
  author: { Page: Author, metadata: buildAuthorMetadata },
  post: { Page: Post, metadata: buildPostMetadata },
  press: { Page: PressItems, metadata: buildPressItemsMetadata },
  pressItem: { Page: PressItem, metadata: buildPressItemMetadata },
  documentation: { Page: DocumentationContents, metadata: buildContentsMetadata },
  docPage: { Page: Doc, metadata: buildDocMetadata },
  integrations: { Page: Integrations, metadata: buildIntegrationsMetadata },
  integration: { Page: Integration, metadata: buildIntegrationMetadata },
  testCalls: { Page: TestCalls, metadata: buildTestCallsMetadata },
  api: { Page: ApiPage, metadata: buildApiMetadata },
  nothing: { Page: NotFoundOrRedirect, metadata: async () => undefined },
}

/**
 * Text about the product that the frame shows above the page. By default it consists of the tagline and the lowest
 * price.
 */
const INTRO_VARIANTS: Partial<Record<Kind, 'nothing' | 'what'>> = {
  content: 'nothing',
  city: 'nothing',
  nothing: 'what',
}

const getPageKind = ({ kind }: PageRoute) => kinds[kind] as PageKind<Kind>

/** Next.js renders each page at its first visit, because builds cannot read the Content Lake. */
export const generateStaticParams = () => []

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const route = parseRoute((await params).path)
  const metadata = await getPageKind(route).metadata(route)
  if (!metadata) return MISSING_METADATA
  const feed = feedFor(route.path)
  return feed
    ? { ...metadata, alternates: { ...metadata.alternates, types: { 'application/rss+xml': feed } } }
    : metadata
}

export default async function Page({ params }: Props) {
  const route = parseRoute((await params).path)
  const { Page: KindPage } = getPageKind(route)
  const actions = route.kind === 'content' ? await getClosingActions(route.path) : []
  return (
    <SiteFrame path={route.path} intro={INTRO_VARIANTS[route.kind] ?? 'what and price'} actions={actions}>
      <KindPage {...route} />
    </SiteFrame>
  )
}
