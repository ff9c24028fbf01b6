import { env } from '@/lib/env.ts'
import { llmsText } from '@/lib/seo/llms.ts'
import { fetchPublished } from '@/sanity/fetch.ts'
import { filledLists, mainPagesRead, pathOfDocument, sitemapSizeRead } from '@/sanity/queries/site-map.ts'
import { settingsRead } from '@/sanity/queries/shell.ts'

/** Rendered from cached content, not at build time: a build needs no Content Lake. */
export const dynamic = 'force-dynamic'

/** What the site is and where its main pages are, for language models (https://llmstxt.org). */
export async function GET(): Promise<Response> {
  const [settings, documents, size] = await Promise.all([
    fetchPublished(settingsRead),
    fetchPublished(mainPagesRead),
    fetchPublished(sitemapSizeRead),
  ])
  if (!settings?.brand) return new Response('Nothing is published yet.\n', { status: 404 })
  const linksTo = (type: (typeof documents)[number]['_type']) =>
    documents
      .filter(({ _type }) => _type === type)
      .map((document) => ({
        name: document.title ?? pathOfDocument(document),
        path: pathOfDocument(document),
        description: document.description,
      }))
  const text = llmsText(env().siteUrl, {
    name: settings.brand,
    summary: settings.tagline,
    sections: [
      { title: 'Pages', links: linksTo('page') },
      { title: 'Documentation', links: linksTo('docPage') },
      { title: 'Lists', links: filledLists(size).map(({ path }) => ({ name: path.slice(1), path })) },
    ],
  })
  return new Response(text, { headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
}
