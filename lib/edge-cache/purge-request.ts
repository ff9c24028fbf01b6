/** Milliseconds that a cache has to answer one purge. */
const DEADLINE = 2_000

/** Why a cache did not take a purge, as a code; never its own words. */
export class PurgeError extends Error {
  readonly code: string
  constructor(code: string, options?: ErrorOptions) {
    super(`The cache did not take a purge: ${code}`, options)
    this.name = 'PurgeError'
    this.code = code
  }
}

/**
 * Sends one purge, within a deadline and without following it elsewhere: its token goes to no address but the cache's.
 * @returns the answer, which has a status of success
 * @throws {PurgeError}
 */
export async function sendPurge(url: string, { method, headers, body }: RequestInit): Promise<Response> {
  let response: Response
  try {
    response = await fetch(url, {
      ...(method && { method }),
      ...(headers && { headers }),
      ...(body && { body }),
      redirect: 'error',
      cache: 'no-store',
      signal: AbortSignal.timeout(DEADLINE),
    })
  } catch (error) {
    throw new PurgeError('no_answer', { cause: error })
  }
  if (response.ok) return response
  await response.body?.cancel()
  throw new PurgeError(`http_${response.status}`)
}
