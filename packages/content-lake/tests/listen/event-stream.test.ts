import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { EventStream } from '../../listen/streams.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

async function readText(stream: EventStream): Promise<string> {
  return new Response(stream.response.body).text()
}

describe('EventStream', () => {
  it('sends events in order in the server-sent events format', async () => {
    const stream = new EventStream(1000)
    stream.send({ event: 'welcome', data: {} })
    stream.send({ event: 'mutation', id: 'tx#doc', data: { text: 'line\nbreak' } })
    stream.close()
    expect(await readText(stream)).toBe(
      'retry: 1000\n\nevent: welcome\ndata: {}\n\nid: tx#doc\nevent: mutation\ndata: {"text":"line\\nbreak"}\n\n',
    )
    expect(stream.response.headers.get('content-type')).toContain('text/event-stream')
  })

  it('sends heartbeats until it is closed', async () => {
    const stream = new EventStream(1000)
    vi.advanceTimersByTime(2000)
    stream.close()
    vi.advanceTimersByTime(5000)
    expect((await readText(stream)).match(/^:$/gm)).toHaveLength(2)
  })

  it('calls onClose callbacks after a disconnect, including late ones', async () => {
    const stream = new EventStream(1000)
    const onClose = vi.fn()
    stream.onClose(onClose)
    await stream.response.body?.cancel()
    stream.onClose(onClose)
    stream.send({ event: 'mutation', data: {} })
    expect(onClose).toHaveBeenCalledTimes(2)
  })

  it('disconnects a client that does not read', () => {
    const stream = new EventStream(1000)
    const onClose = vi.fn()
    stream.onClose(onClose)
    const data = { text: 'x'.repeat(1024 * 1024) }
    for (let sent = 0; sent < 20; sent++) stream.send({ event: 'mutation', data })
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('sends the reason before it disconnects', async () => {
    const stream = new EventStream(1000)
    const deleted = new AbortController()
    stream.disconnectOn(deleted.signal, 'Dataset was deleted')
    deleted.abort()
    expect(await readText(stream)).toContain('event: disconnect\ndata: {"reason":"Dataset was deleted"}')
  })
})
