import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { attachSockets, type Sockets } from '../../sockets/index.ts'

/** Polls until a check holds; generous, because several suites share the machine. */
export const until = (check: () => unknown) => vi.waitFor(check, { timeout: 15_000, interval: 10 })

/** The one origin whose pages may open sockets. */
export const SITE = 'http://site.test'

const users: Record<string, { id: string }> = { 'token-a': { id: 'user-a' }, 'token-b': { id: 'user-b' } }

/** A server with sockets, new for each test, whose HTTP requests are answered by what `answerWith` was given. */
export function socketServer() {
  let server: Server
  let sockets: Sockets
  let answer: (request: Request) => Response | Promise<Response>
  const state = { origin: '', requests: [] as Request[] }

  beforeEach(async () => {
    state.requests = []
    answer = () => new Response('no answer set', { status: 500 })
    server = createServer((_request, response) => response.writeHead(418).end())
    sockets = attachSockets(server, {
      allowedOrigins: [SITE],
      authenticate: (token) => (token === undefined ? undefined : users[token]),
      // Long enough for a busy machine: an opening that comes later is refused.
      openingMs: 1500,
      fetch(request) {
        state.requests.push(request)
        return answer(request)
      },
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    state.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterEach(async () => {
    await sockets.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })

  return {
    get origin() {
      return state.origin
    },
    get requests() {
      return state.requests
    },
    answerWith: (next: (request: Request) => Response | Promise<Response>): void => {
      answer = next
    },
    noneOpen: () => until(() => expect(sockets.count()).toBe(0)),
  }
}
