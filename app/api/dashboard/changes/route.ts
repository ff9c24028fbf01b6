import { withAccess } from '@/lib/auth/with-access.ts'
import { env } from '@/lib/env.ts'
import { changeAfter } from '@/lib/events/changes.ts'
import { processEnds } from '@/lib/http/end-waiting.ts'

/** Stands for no change in the address. */
const NONE = '-'

/** Milliseconds that a request waits for a change: short enough for every proxy, and for a membership that has ended. */
const PATIENCE = 20_000

/**
 * `{ last }`, which stands for the last change of the organization's data, as soon as it is another than `?since=`, or
 * after 20 seconds. Open dashboards ask again and again, and read anew what they show when the answer is another one.
 */
export const GET = withAccess({}, async ({ organization }, request) => {
  const since = new URL(request.url).searchParams.get('since') ?? undefined
  const last = await changeAfter(
    env().databaseUrl,
    organization.id,
    since === NONE ? null : since,
    PATIENCE,
    AbortSignal.any([request.signal, processEnds]),
  )
  return Response.json({ last })
})
