import type { Thing } from 'schema-dts'
import { JsonLd } from '@/components/site/seo/json-ld.tsx'
import {
  buildBlog,
  buildBlogPosting,
  buildBreadcrumbList,
  buildCollectionPage,
  buildFaqPage,
  type ListPage,
  buildProfilePage,
  type Question,
  buildService,
  type Step,
  buildTechArticle,
  buildWebPage,
} from '@/lib/site/seo/json-ld/page.ts'
import { env } from '@/lib/platform/env/env.ts'
import {
  buildOrganization,
  type Plan,
  type SiteDetails,
  buildSoftwareApplication,
  buildWebSite,
} from '@/lib/site/seo/json-ld/site.ts'
import { buildShareImagePath } from '@/lib/site/seo/page-texts.ts'
import { type ListName, lists } from '@/sanity/content-types.ts'
import { fetchContent } from '@/sanity/lake/fetch.ts'
import { buildAuthorHref, BLOG_ROOT, CITY_ROOT, buildCityHref, buildDocHref, DOCUMENTATION_ROOT } from '@/lib/routes.ts'
import { cityGridRead } from '@/sanity/queries/city.ts'
import type {
  AUTHOR_QUERY_RESULT,
  CITY_QUERY_RESULT,
  DOC_PAGE_QUERY_RESULT,
  PAGE_QUERY_RESULT,
  POST_QUERY_RESULT,
} from '@/sanity/types.ts'
import { getSettings } from './site-data.ts'

type Page = Extract<PAGE_QUERY_RESULT, { _type: 'page' }>
type Legal = Extract<PAGE_QUERY_RESULT, { _type: 'legalPage' }>

const OVERVIEW_LABEL = 'All cities'

async function getSiteDetails(): Promise<SiteDetails | undefined> {
  const settings = await getSettings({ stega: false })
  if (!settings?.brand) return undefined
  return {
    siteUrl: env().siteUrl,
    brand: settings.brand,
    tagline: settings.tagline,
    phone: settings.contact?.phone,
    email: settings.contact?.email,
    profiles: settings.socialLinks?.map(({ url }) => url),
  }
}

const extractQuestions = (page: Page): (Question | null)[] =>
  page.blocks?.flatMap((block) => (block._type === 'faqBlock' ? (block.faqs ?? []) : [])) ?? []

const extractPlans = (page: Page): Plan[] =>
  page.blocks
    ?.flatMap((block) => (block._type === 'pricingBlock' ? (block.plans ?? []) : []))
    .flatMap((plan) =>
      plan?.name && plan.monthly !== null ? { name: plan.name, monthly: plan.monthly, calls: plan.includedCalls } : [],
    ) ?? []

async function buildPageNodes(site: SiteDetails, path: string, title: string): Promise<(Thing | undefined)[]> {
  if (path === '/') return [buildOrganization(site), buildWebSite(site), buildSoftwareApplication(site)]
  const places = path === CITY_ROOT ? await fetchContent(cityGridRead, { stega: false }) : []
  return [buildService(site, { name: title, path, places }), buildBreadcrumbList(site, [{ name: title, path }])]
}

export async function PageData({ path, page }: { path: string; page: Page }) {
  const site = await getSiteDetails()
  if (!site) return null
  const nodes = await buildPageNodes(site, path, page.title ?? site.brand)
  const plans = extractPlans(page)
  const product = plans.length > 0 && path !== '/' ? buildSoftwareApplication(site, plans) : undefined
  return <JsonLd nodes={[...nodes, product, buildFaqPage(extractQuestions(page))]} />
}

export async function CityData({ city }: { city: NonNullable<CITY_QUERY_RESULT> }) {
  const site = await getSiteDetails()
  if (!site) return null
  const path = buildCityHref(city) ?? CITY_ROOT
  const steps = [
    { name: OVERVIEW_LABEL, path: CITY_ROOT },
    { name: `${city.name}, ${city.state}`, path },
  ]
  const serviceFacts = { name: `${site.brand} in ${city.name}`, path, description: city.summary, places: [city] }
  return (
    <JsonLd
      nodes={[buildService(site, serviceFacts), buildBreadcrumbList(site, steps), buildFaqPage(city.faqs ?? [])]}
    />
  )
}

const toAuthorFacts = (author: { name: string; slug: string; kind: 'person' | 'team' | null }) => ({
  name: author.name,
  path: buildAuthorHref(author) ?? BLOG_ROOT,
  isTeam: author.kind === 'team',
})

export async function PostData({ post }: { post: NonNullable<POST_QUERY_RESULT> }) {
  const site = await getSiteDetails()
  // A document written through the API can lack a title, and search engines reject posts without one.
  if (!site || !post.author || !post.title) return null
  const path = `${BLOG_ROOT}/${post.slug}`
  const articleNode = buildBlogPosting(site, {
    title: post.title,
    path,
    excerpt: post.excerpt,
    publishedAt: post.publishedAt,
    updatedAt: post._updatedAt,
    author: toAuthorFacts(post.author),
    category: post.category?.title ?? null,
    image: new URL(buildShareImagePath(path), site.siteUrl).href,
  })
  return (
    <JsonLd nodes={[articleNode, buildBreadcrumbList(site, buildBreadcrumbs('blog', { name: post.title, path }))]} />
  )
}

const buildBreadcrumbs = (list: ListName, leaf: Step) => [{ name: lists[list].title, path: lists[list].href }, leaf]

export async function ListData({ list, ...page }: ListPage & { list: ListName }) {
  const site = await getSiteDetails()
  if (!site) return null
  const { path } = page
  const isListRoot = path === lists[list].href
  const node = list === 'blog' && isListRoot ? buildBlog(site, page) : buildCollectionPage(site, page)
  return <JsonLd nodes={[node, buildBreadcrumbList(site, isListRoot ? [page] : buildBreadcrumbs(list, page))]} />
}

export async function AuthorData({ author }: { author: NonNullable<AUTHOR_QUERY_RESULT> }) {
  const site = await getSiteDetails()
  if (!site) return null
  const { role, bio } = author
  const facts = toAuthorFacts(author)
  return (
    <JsonLd
      nodes={[
        buildProfilePage(site, { ...facts, role, bio }),
        buildBreadcrumbList(site, buildBreadcrumbs('blog', facts)),
      ]}
    />
  )
}

export async function DocData({ page }: { page: NonNullable<DOC_PAGE_QUERY_RESULT> }) {
  const site = await getSiteDetails()
  const { title, summary, section, _updatedAt: updatedAt } = page
  if (!site || !title) return null
  const docStep = { name: title, path: buildDocHref(page) ?? DOCUMENTATION_ROOT }
  const article = buildTechArticle(site, {
    title,
    path: docStep.path,
    summary,
    section: section?.title ?? null,
    updatedAt,
  })
  return <JsonLd nodes={[article, buildBreadcrumbList(site, buildBreadcrumbs('documentation', docStep))]} />
}

export async function LegalData({ path, page }: { path: string; page: Legal }) {
  const site = await getSiteDetails()
  if (!site) return null
  const name = page.title ?? site.brand
  const { _updatedAt: updatedAt, effectiveDate: publishedAt, seo } = page
  const legalPage = buildWebPage(site, { name, path, description: seo?.description, publishedAt, updatedAt })
  return <JsonLd nodes={[legalPage, buildBreadcrumbList(site, [{ name, path }])]} />
}

export async function StaticPageData({ description, ...step }: Step & { description: string | null }) {
  const site = await getSiteDetails()
  return site ? (
    <JsonLd nodes={[buildWebPage(site, { ...step, description }), buildBreadcrumbList(site, [step])]} />
  ) : null
}

export async function EntryData({ list, ...step }: Step & { list: ListName }) {
  const site = await getSiteDetails()
  return site ? <JsonLd nodes={[buildBreadcrumbList(site, buildBreadcrumbs(list, step))]} /> : null
}
