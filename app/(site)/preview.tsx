import { draftMode } from 'next/headers'
import { ClickToEdit } from '@/components/site/preview/click-to-edit.tsx'
import { PreviewBar } from '@/components/site/preview/preview-bar.tsx'
import { LiveDrafts } from '@/components/site/preview/live-drafts.tsx'
import { env } from '@/lib/platform/env/env.ts'
import { apiVersion } from '@/sanity/api-version.ts'

/** Draft mode only: click-to-edit, live drafts, exit button. The viewer token never reaches other browsers. */
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
