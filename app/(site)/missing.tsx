import { draftMode } from 'next/headers'
import { notFound, permanentRedirect, redirect } from 'next/navigation'
import { NotFound } from '@/components/shell/not-found.tsx'
import { env } from '@/lib/env.ts'
import { MISSING_PAGE } from '@/lib/page-cache/status.ts'
import { redirectFrom } from '@/lib/redirects.ts'
import { fetchPublished } from '@/sanity/fetch.ts'
import { redirectsRead } from '@/sanity/queries/redirect.ts'
import { getSettings } from './content.ts'

/** Sends the visitor on when an editor has made a redirect for this path. Asked only where nothing else has the path. */
async function followRedirect(path: string): Promise<void> {
  const target = redirectFrom(path, await fetchPublished(redirectsRead), env().siteUrl)
  if (!target) return
  if (target.permanent) permanentRedirect(target.destination)
  redirect(target.destination)
}

/**
 * What answers where there is no document: a redirect, else 404, as complete HTML where the page is stored, by Next's own
 * means where it is rendered for each request.
 */
export async function Missing({ path }: { path: string }) {
  await followRedirect(path)
  const { isEnabled } = await draftMode()
  if (isEnabled || process.env.NODE_ENV === 'development') notFound()
  const settings = await getSettings()
  return (
    <>
      <meta {...MISSING_PAGE} />
      <NotFound copy={settings?.notFound} />
    </>
  )
}
