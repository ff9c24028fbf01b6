import inject, { type DispatchFunc } from 'light-my-request'

/** What the framework answers to a request that is made inside the process. */
export type Rendered = { status: number; headers: Record<string, string>; body: Buffer }

/** Headers that say how an answer came here, and those of the framework's own caches. */
const OF_TRANSPORT =
  /^(?:connection|keep-alive|transfer-encoding|content-length|content-encoding|date|etag|vary|link|x-nextjs-.*|x-next-.*)$/

/** Asks the framework for an address, past the network. */
export type Render = (url: string, headers: Record<string, string>) => Promise<Rendered>

/** @param handle the framework's request handler */
export const renderer = (handle: (...asked: Parameters<DispatchFunc>) => Promise<unknown>): Render => {
  // Without an answer, whoever waits for it would wait forever.
  const dispatch: DispatchFunc = (request, response) =>
    void handle(request, response).catch((err: Error) => response.destroy(err))
  return async (url, headers) => {
    const answer = await inject(dispatch, { method: 'GET', url, headers })
    const kept = Object.entries(answer.headers).filter(([name]) => !OF_TRANSPORT.test(name))
    return {
      status: answer.statusCode,
      headers: Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
      body: answer.rawPayload,
    }
  }
}
