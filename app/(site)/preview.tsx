import { draftMode } from 'next/headers'
import { ClickToEdit } from '@/components/preview/click-to-edit.tsx'
import { PreviewBar } from '@/components/preview/preview-bar.tsx'
import { LiveDrafts } from '@/components/preview/live-drafts.tsx'
import { env } from '@/lib/env.ts'
import { apiVersion } from '@/sanity/api-version.ts'

/**
 * In draft mode only: click-to-edit, live drafts, and the way out. The viewer token reaches the browser of an editor in
 * draft mode, and nobody else's.
 */
export async function Preview() {
  const { isEnabled } = await draftMode()
  if (!isEnabled) return null
  const { projectId, dataset, apiHost, readToken } = env()
  return (
    <>
      <PreviewBar />
      <ClickToEdit />
      <LiveDrafts projectId={projectId} dataset={dataset} apiVersion={apiVersion} apiHost={apiHost} token={readToken} />
    </>
  )
}
