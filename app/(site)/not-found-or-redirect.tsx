import { draftMode } from 'next/headers'
import { notFound, permanentRedirect, redirect } from 'next/navigation'
import { Moved } from '@/components/messages/moved.tsx'
import { NotFound } from '@/components/messages/page-message.tsx'
import { env } from '@/lib/env.ts'
import { MISSING_PAGE, movedPage } from '@/lib/page-cache/status.ts'
import { redirectFrom, type Target } from '@/lib/http/redirects.ts'
import { fetchPublished } from '@/sanity/fetch.ts'
import { redirectsRead } from '@/sanity/queries/redirect.ts'
import { getSettings, getWords } from './site-data.ts'

/** For a page that is rendered for each request: by Next's own means. */
function answerNow(target: Target | undefined): never {
  if (!target) notFound()
  if (target.permanent) permanentRedirect(target.destination)
  redirect(target.destination)
}

/**
 * What answers at a path that no document has: the redirect that an editor has made for it, else 404. A stored page is
 * complete HTML with a mark for the page cache.
 */
export async function NotFoundOrRedirect({ path }: { path: string }) {
  const target = redirectFrom(path, await fetchPublished(redirectsRead), env().siteUrl)
  const { isEnabled } = await draftMode()
  if (isEnabled || process.env.NODE_ENV === 'development') answerNow(target)
  const { messages } = await getWords()
  if (target) {
    return (
      <>
        <meta {...movedPage(target.destination, target.permanent)} />
        <Moved to={target.destination} words={{ moved: messages.moved, movedTo: messages.movedTo }} />
      </>
    )
  }
  const settings = await getSettings()
  return (
    <>
      <meta {...MISSING_PAGE} />
      <NotFound copy={settings?.notFound} label={messages.notFound} />
    </>
  )
}
