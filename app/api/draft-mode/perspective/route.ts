import { cookies, draftMode } from 'next/headers'
import { z } from 'zod'
import { env } from '@/lib/platform/env/env.ts'
import { BODY_LIMITS } from '@/lib/platform/http/body-limits.ts'
import { readBody, UnreadableBodyError } from '@/lib/platform/http/read-body.ts'
import { isSameOrigin } from '@/lib/platform/http/same-origin.ts'
import { PERSPECTIVE_COOKIE, parsePerspective } from '@/sanity/lake/perspective.ts'

/** Cookie that next-sanity sets if the preview runs in a cross-site frame with partitioned cookies. */
const PARTITIONED_COOKIE = 'sanity-preview-partitioned'

const body = z.object({ perspective: z.union([z.string(), z.array(z.string()).transform((names) => names.join(','))]) })

async function readPerspective(request: Request): Promise<string | undefined> {
  try {
    const { perspective } = body.parse(JSON.parse(await readBody(request, BODY_LIMITS['/api/draft-mode/perspective'])))
    return parsePerspective(perspective) && perspective
  } catch (error) {
    const isMalformed =
      error instanceof SyntaxError || error instanceof z.ZodError || error instanceof UnreadableBodyError
    if (isMalformed) return undefined
    throw error
  }
}

/** Stores the perspective selected in the Studio. Responds 403 outside draft mode. */
export async function POST(request: Request): Promise<Response> {
  const { isEnabled } = await draftMode()
  if (!isEnabled || !isSameOrigin(request.headers, env().siteUrl)) return new Response(null, { status: 403 })
  const perspective = await readPerspective(request)
  if (!perspective) return new Response(null, { status: 422 })
  const cookieStore = await cookies()
  cookieStore.set(PERSPECTIVE_COOKIE, perspective, {
    httpOnly: true,
    path: '/',
    secure: true,
    sameSite: 'none',
    partitioned: cookieStore.has(PARTITIONED_COOKIE),
  })
  return new Response(null, { status: 204 })
}
