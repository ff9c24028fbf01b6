import { draftMode } from 'next/headers'
import { notFound, permanentRedirect, redirect } from 'next/navigation'
import { NotFound } from '@/components/messages/page-message.tsx'
import { env } from '@/lib/env.ts'
import { findCanonicalPage } from '@/lib/paths/canonical-path.ts'
import { findRedirect } from '@/lib/http/redirects.ts'
import { MISSING_PAGE } from '@/lib/page-cache/status.ts'
import { PAGES_WITHOUT_DOCUMENT } from '@/lib/routes.ts'
import { fetchPublished } from '@/sanity/fetch.ts'
import { knownPage } from '@/sanity/known-paths.ts'
import { redirectsRead } from '@/sanity/queries/redirect.ts'
import { getSettings, getWords } from './site-data.ts'

const isPage = async (path: string) => PAGES_WITHOUT_DOCUMENT.has(path) || (await knownPage(path)) !== undefined

/** For a page that is rendered for each request: by Next's own means. */
async function answerNow(path: string): Promise<never> {
  const redirects = await fetchPublished(redirectsRead)
  const target = await findRedirect(path, { redirects, siteUrl: env().siteUrl, isPage })
  if (!target) {
    const page = await findCanonicalPage(path, isPage)
    if (page === undefined) notFound()
    permanentRedirect(page)
  }
  if (target.permanent) permanentRedirect(target.destination)
  redirect(target.destination)
}

/**
 * What answers at a path that no document has. Visitors are redirected by the front (server/), and get a stored page that
 * says there is nothing: complete HTML with a mark for the page cache.
 */
export async function NotFoundOrRedirect({ path }: { path: string }) {
  const { isEnabled } = await draftMode()
  if (isEnabled || process.env.NODE_ENV === 'development') return answerNow(path)
  const [words, settings] = await Promise.all([getWords(), getSettings()])
  return (
    <>
      <meta {...MISSING_PAGE} />
      <NotFound copy={settings?.notFound} words={words} />
    </>
  )
}
