import { draftMode } from 'next/headers'
import { env } from '@/lib/env.ts'
import { ownPath } from '@/lib/http/own-path.ts'

const SEE_OTHER = 303

/** Shows published content again, on the page the editor comes from. */
async function leave(request: Request): Promise<Response> {
  const draft = await draftMode()
  draft.disable()
  const { siteUrl } = env()
  return new Response(null, {
    status: SEE_OTHER,
    headers: { Location: ownPath(request.headers.get('referer'), siteUrl), 'Cache-Control': 'no-store' },
  })
}

export { leave as GET, leave as POST }
