import inject, { type DispatchFunc } from 'light-my-request'

/** What the framework answers to a request that is made inside the process. */
export type Rendered = { status: number; headers: Record<string, string>; body: Buffer }

/** Headers that say how an answer came here, and those of the framework's own caches. */
const OF_TRANSPORT =
  /^(?:connection|keep-alive|transfer-encoding|content-length|content-encoding|date|etag|vary|link|x-nextjs-.*|x-next-.*)$/

/** Asks the framework for an address, past the network. */
export type Render = (url: string, headers: Record<string, string>) => Promise<Rendered>

/** @param handle the framework's request handler */
export const renderer =
  (handle: DispatchFunc): Render =>
  async (url, headers) => {
    const answer = await inject(handle, { method: 'GET', url, headers })
    const kept = Object.entries(answer.headers).filter(([name]) => !OF_TRANSPORT.test(name))
    return {
      status: answer.statusCode,
      headers: Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
      body: answer.rawPayload,
    }
  }
