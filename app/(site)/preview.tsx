import { draftMode } from 'next/headers'
import { ClickToEdit } from '@/components/site/preview/click-to-edit.tsx'
import { PreviewBar } from '@/components/site/preview/preview-bar.tsx'
import { LiveDrafts } from '@/components/site/preview/live-drafts.tsx'
import { env } from '@/lib/platform/env/env.ts'
import { apiVersion } from '@/sanity/api-version.ts'

/**
 * Renders click-to-edit, live drafts and the exit button in draft mode. Only editors in draft mode receive the viewer
 * token.
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
