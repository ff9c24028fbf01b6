import { createServer, type Server } from 'node:http'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { listen, stopListening } from '../../../local-server/index.ts'
import { attachSockets, type Sockets } from '../../sockets/index.ts'

/** Waits up to 15 seconds, because several test suites share the machine. */
export const waitUntil = (check: () => unknown) => vi.waitFor(check, { timeout: 15_000, interval: 10 })

export const SITE = 'http://site.test'

const users: Record<string, { id: string }> = { 'token-a': { id: 'user-a' }, 'token-b': { id: 'user-b' } }

export function startSocketServer() {
  let server: Server
  let sockets: Sockets
  let handleRequest: (request: Request) => Response | Promise<Response>
  const state = { origin: '', requests: [] as Request[] }

  beforeEach(async () => {
    state.requests = []
    handleRequest = () => new Response('no answer set', { status: 500 })
    server = createServer((_request, response) => response.writeHead(418).end())
    sockets = attachSockets(server, {
      allowedOrigins: [SITE],
      authenticate: (token) => (token === undefined ? undefined : users[token]),
      // Long enough for a busy machine. The server closes sockets that send no opening message within this time.
      openingMs: 1500,
      fetch(request) {
        state.requests.push(request)
        return handleRequest(request)
      },
    })
    state.origin = `http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}`
  })
  afterEach(async () => {
    await sockets.close()
    await stopListening(server)
  })

  return {
    get origin() {
      return state.origin
    },
    get requests() {
      return state.requests
    },
    answerWith: (next: (request: Request) => Response | Promise<Response>): void => {
      handleRequest = next
    },
    noneOpen: () => waitUntil(() => expect(sockets.count()).toBe(0)),
  }
}
