'use client'

import { type TryItAnswer, tryItAnswer, type TryItInput } from '@/lib/assistant/try-it.ts'
import { endpointOf, queryKeyOf, type Reader } from '@/lib/query/dashboard-query.ts'

/** Of the queries of this page. */
export const TRY_IT = 'try-it'

/** A refusal of the route, with its sentence for people. */
export class NotPlayedError extends Error {
  override readonly name = 'NotPlayedError'
}

async function refusalIn(response: Response): Promise<string | undefined> {
  const answer: unknown = await response.json()
  const isSentence = typeof answer === 'object' && answer !== null && 'error' in answer
  return isSentence && typeof answer.error === 'string' ? answer.error : undefined
}

/**
 * What `POST /api/dashboard/try-it` answers to a conversation. It is a query because it changes nothing, and has its input in the
 * body because what a caller says belongs into no address.
 */
export const tryItQuery = (reader: Reader, { at, lines }: TryItInput) => ({
  queryKey: queryKeyOf(TRY_IT, reader, { at, lines }),
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<TryItAnswer> => {
    const response = await fetch(endpointOf(TRY_IT), {
      method: 'POST',
      signal,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ at, lines }),
    })
    if (!response.ok)
      throw new NotPlayedError((await refusalIn(response)) ?? 'That did not work. Try again in a minute.')
    return tryItAnswer.parse(await response.json())
  },
})
