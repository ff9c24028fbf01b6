import { draftMode } from 'next/headers'
import { defineLive } from 'next-sanity/live'
import { VisualEditing } from 'next-sanity/visual-editing'
import { LeavePreview } from '@/components/preview/leave-preview.tsx'
import { env } from '@/lib/env.ts'
import { client } from '@/sanity/client.ts'

/** Live updates of drafts. The viewer token reaches the browser of an editor in draft mode, and nobody else's. */
function live() {
  const { readToken } = env()
  return defineLive({ client: client(), serverToken: readToken, browserToken: readToken })
}

/** In draft mode only: click-to-edit, live drafts, and the way out. */
export async function Preview() {
  const { isEnabled } = await draftMode()
  if (!isEnabled) return null
  const { SanityLive } = live()
  return (
    <>
      <LeavePreview />
      <VisualEditing />
      <SanityLive includeDrafts onWelcome={false} />
    </>
  )
}
