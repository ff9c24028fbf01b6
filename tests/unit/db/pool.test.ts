import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import postgres from 'postgres'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ConnectionPool } from '../../../lib/platform/db/pool.ts'
import { createRequestScope } from '../../../lib/platform/db/scope.ts'

async function startSilentServer() {
  const sockets: Socket[] = []
  const server = createServer((socket) => sockets.push(socket.on('error', () => undefined)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return { port: (server.address() as AddressInfo).port, sockets, close }
}

describe('connection pool with an unreachable server', () => {
  afterEach(() => vi.useRealTimers())

  it('makes at most one connection attempt per second for consecutive queries', async () => {
    const { port, sockets, close } = await startSilentServer()
    const connect = () =>
      postgres({ host: '127.0.0.1', port, max: 1, connect_timeout: 0.2, backoff: () => 0, onnotice: () => undefined })
    const pool = new ConnectionPool({ connect, size: 2, reserved: 1, hasLimits: true })
    const runQuery = async () =>
      pool.createClient(createRequestScope(5_000, () => new Error('Late'))).unsafe('select 1')
    try {
      await expect(runQuery()).rejects.toMatchObject({ code: 'CONNECT_TIMEOUT' })
      const attemptCount = sockets.length
      await expect(runQuery()).rejects.toMatchObject({ code: 'CONNECT_TIMEOUT' })
      await expect(runQuery()).rejects.toMatchObject({ code: 'CONNECT_TIMEOUT' })
      expect(sockets).toHaveLength(attemptCount)
      vi.useFakeTimers({ toFake: ['performance'], now: 0 })
      vi.advanceTimersByTime(performance.now() + 3_600_000)
      await expect(runQuery()).rejects.toMatchObject({ code: 'CONNECT_TIMEOUT' })
      expect(sockets.length).toBeGreaterThan(attemptCount)
    } finally {
      vi.useRealTimers()
      await pool.close(0)
      close()
    }
  })
})
