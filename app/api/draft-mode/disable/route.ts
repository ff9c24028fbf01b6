import { draftMode } from 'next/headers'
import { env } from '@/lib/platform/env/env.ts'
import { resolveSitePath } from '@/lib/platform/http/site-path.ts'

const SEE_OTHER = 303

async function exitDraftMode(request: Request): Promise<Response> {
  const draft = await draftMode()
  draft.disable()
  const { siteUrl } = env()
  return new Response(null, {
    status: SEE_OTHER,
    headers: { Location: resolveSitePath(request.headers.get('referer'), siteUrl), 'Cache-Control': 'no-store' },
  })
}

export { exitDraftMode as GET, exitDraftMode as POST }
