import { draftMode } from 'next/headers'
import { notFound } from 'next/navigation'
import { NotFound } from '@/components/shell/not-found.tsx'
import { MISSING_PAGE } from '@/lib/page-cache/status.ts'

/** Answers 404: as complete HTML where the page is stored, by Next's own means where it is rendered for each request. */
export async function Missing() {
  const { isEnabled } = await draftMode()
  if (isEnabled || process.env.NODE_ENV === 'development') notFound()
  return (
    <>
      <meta {...MISSING_PAGE} />
      <NotFound />
    </>
  )
}
