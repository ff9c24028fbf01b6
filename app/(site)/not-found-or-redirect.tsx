import { draftMode } from 'next/headers'
import { notFound, permanentRedirect, redirect } from 'next/navigation'
import { NotFound } from '@/components/site/messages/page-message.tsx'
import { env } from '@/lib/platform/env/env.ts'
import { findCanonicalPage } from '@/lib/platform/http/paths/canonical-path.ts'
import { findRedirect } from '@/lib/platform/http/redirects.ts'
import { NOT_FOUND_META } from '@/lib/platform/page-cache/status.ts'
import { PAGES_WITHOUT_DOCUMENT } from '@/lib/routes.ts'
import { fetchPublished } from '@/sanity/lake/fetch.ts'
import { findKnownPage } from '@/sanity/lake/known-paths.ts'
import { redirectsRead } from '@/sanity/queries/pages.ts'
import { getSettings, getLabels } from './site-data.ts'

const isPage = async (path: string) => PAGES_WITHOUT_DOCUMENT.has(path) || (await findKnownPage(path)) !== undefined

async function redirectOrNotFound(path: string): Promise<never> {
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
 * Renders a 404 page as complete HTML that the page cache can store. The gateway (server/) handles redirects, except in
 * draft mode and in development.
 */
export async function NotFoundOrRedirect({ path }: { path: string }) {
  const { isEnabled } = await draftMode()
  if (isEnabled || process.env.NODE_ENV === 'development') return redirectOrNotFound(path)
  const [labels, settings] = await Promise.all([getLabels(), getSettings()])
  return (
    <>
      <meta {...NOT_FOUND_META} />
      <NotFound copy={settings?.notFound} labels={labels} />
    </>
  )
}
