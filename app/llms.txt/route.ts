import { env } from '@/lib/platform/env/env.ts'
import { BLOG_ROOT, CITY_ROOT, DEMO_ROOT, DOCUMENTATION_ROOT, INTEGRATION_ROOT, PRESS_ROOT } from '@/lib/routes.ts'
import { buildLlmsText } from '@/lib/site/seo/llms.ts'
import { shortenDescription } from '@/lib/site/seo/page-texts.ts'
import { resolveCopy } from '@/lib/site/ui-copy.ts'
import { fetchPublished } from '@/sanity/lake/fetch.ts'
import { findFilledLists, mainPagesRead, getDocumentPath, sitemapSizeRead } from '@/sanity/queries/site-map.ts'
import { settingsRead, labelsRead } from '@/sanity/queries/shell.ts'

/** Next.js renders this route per request from cached content, because builds cannot read the Content Lake. */
export const dynamic = 'force-dynamic'

const SITEMAP_PATH = '/sitemap.xml'

/** Returns the first fifty pages of each kind for language models, in the format of https://llmstxt.org */
export async function GET(): Promise<Response> {
  const [settings, documents, size, storedLabels] = await Promise.all([
    fetchPublished(settingsRead),
    fetchPublished(mainPagesRead),
    fetchPublished(sitemapSizeRead),
    fetchPublished(labelsRead),
  ])
  if (!settings?.brand) return new Response('Nothing is published yet.\n', { status: 404 })
  const buildSection = (title: string, type: keyof typeof documents, rest: string) => ({
    title,
    links: documents[type].documents.map((document) => ({
      name: document.title ?? getDocumentPath(document),
      path: getDocumentPath(document),
      description: shortenDescription(document.description),
    })),
    total: documents[type].total,
    rest,
  })
  const lists = findFilledLists(size).map(({ path }) => ({ name: path.slice(1), path }))
  const { demo } = resolveCopy(storedLabels)
  const sample = { name: demo.title, path: DEMO_ROOT, description: demo.description }
  const text = buildLlmsText(env().siteUrl, {
    name: settings.brand,
    summary: settings.tagline,
    sections: [
      buildSection('Pages', 'page', SITEMAP_PATH),
      buildSection('Cities', 'city', CITY_ROOT),
      buildSection('Documentation', 'docPage', DOCUMENTATION_ROOT),
      buildSection('Blog', 'post', BLOG_ROOT),
      buildSection('Integrations', 'integration', INTEGRATION_ROOT),
      buildSection('Press', 'pressItem', PRESS_ROOT),
      { title: 'Lists and samples', links: [...lists, sample] },
    ],
  })
  return new Response(text, { headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
}
