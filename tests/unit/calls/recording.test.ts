import { createServer, type RequestListener } from 'node:http'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fetchRecording, RecordingError } from '../../../lib/dashboard/calls/recording.ts'
import { type AnyServer, closed, listening } from '../../support/http.ts'

const SITE = 'http://localhost:3000'
const SOUND = Buffer.from('0123456789')

const servers: AnyServer[] = []
afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(servers.splice(0).map(closed))
})

async function vendor(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  return `http://127.0.0.1:${await listening(server)}/audio`
}

const wholeOnly: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-type': 'audio/mpeg', 'content-length': SOUND.length })
  response.end(SOUND)
}

const options = (range: string | null = null, apiKey?: string) => ({ range, siteUrl: SITE, apiKey })

describe('call recording', () => {
  it('is requested with the API key and range and forwarded with safe headers', async () => {
    let seen: Record<string, unknown> = {}
    const address = await vendor((request, response) => {
      seen = request.headers
      response.writeHead(206, {
        'content-type': 'audio/mpeg',
        'content-length': 3,
        'content-range': 'bytes 2-4/10',
        'set-cookie': 'a=b',
        'x-vendor': 'internal',
      })
      response.end(SOUND.subarray(2, 5))
    })
    const answer = await fetchRecording(address, options('bytes=2-4', 'secret'))
    expect(seen).toMatchObject({ range: 'bytes=2-4', 'xi-api-key': 'secret' })
    expect(seen['accept-encoding']).toMatch(/^identity/)
    expect(answer.status).toBe(206)
    expect(Object.fromEntries(answer.headers)).toEqual({
      'accept-ranges': 'bytes',
      'content-length': '3',
      'content-range': 'bytes 2-4/10',
      'content-type': 'audio/mpeg',
    })
    expect(await answer.text()).toBe('234')
  })

  it('is requested from the configured API host of the vendor', async () => {
    const paths: (string | undefined)[] = []
    const address = await vendor((request, response) => {
      paths.push(request.url)
      wholeOnly(request, response)
    })
    const stored = 'https://api.elevenlabs.io/v1/convai/conversations/conv_1/audio'
    const apiUrl = new URL(address).origin
    expect((await fetchRecording(stored, { ...options(), apiUrl })).status).toBe(200)
    expect(paths).toEqual(['/v1/convai/conversations/conv_1/audio'])
    // If the API uses another host, only that host is accepted.
    const moved = { ...options(), siteUrl: 'https://www.example.com', apiUrl: 'https://api.eu.example.com' }
    await expect(fetchRecording('https://api.elevenlabs.io.example.com/a', moved)).rejects.toThrow(
      'the voice vendor does not have it',
    )
  })

  it.each([
    [null, 200, '0123456789', null],
    ['bytes=0-', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=0-0', 206, '0', 'bytes 0-0/10'],
    ['bytes=4-6', 206, '456', 'bytes 4-6/10'],
    ['bytes=7-99', 206, '789', 'bytes 7-9/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=5-2', 200, '0123456789', null],
    ['bytes=10-', 200, '0123456789', null],
    ['bytes=-', 200, '0123456789', null],
    ['bytes=-0', 200, '0123456789', null],
    ['bytes=0-1,4-5', 200, '0123456789', null],
    ['items=0-1', 200, '0123456789', null],
  ])('supports range requests even if the vendor ignores them: %s', async (range, status, sound, contentRange) => {
    const answer = await fetchRecording(await vendor(wholeOnly), options(range))
    expect(answer.status).toBe(status)
    expect(await answer.text()).toBe(sound)
    expect(answer.headers.get('content-range')).toBe(contentRange)
    expect(answer.headers.get('content-length')).toBe(String(sound.length))
  })

  it('is forwarded without a content length if the vendor sends none', async () => {
    const address = await vendor((_request, response) => {
      response.writeHead(200, { 'content-type': 'audio/mpeg' })
      response.write(SOUND.subarray(0, 5))
      response.end(SOUND.subarray(5))
    })
    const answer = await fetchRecording(address, options('bytes=0-1'))
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe('0123456789')
  })

  it.each([
    'https://example.com/audio',
    'http://api.elevenlabs.io/audio',
    'https://api.elevenlabs.io.example.com/audio',
    'https://api.elevenlabs.io:8443/audio',
    'https://user@example.com#api.elevenlabs.io',
    'http://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    'nonsense',
  ])('is not fetched from %s', async (address) => {
    await expect(fetchRecording(address, options())).rejects.toThrow('the voice vendor does not have it')
  })

  it('is not fetched from localhost by a public site', async () => {
    const address = await vendor(wholeOnly)
    const away = { ...options(), siteUrl: 'https://www.example.com' }
    await expect(fetchRecording(address, away)).rejects.toThrow('the voice vendor does not have it')
  })

  it.each<[string, RequestListener]>([
    ['a redirect', (_request, response) => response.writeHead(302, { location: 'https://example.com/' }).end()],
    ['an HTML page', (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<script>')],
    ['an error', (_request, response) => response.writeHead(401, { 'content-type': 'audio/mpeg' }).end('x')],
    ['a closed connection', (request) => request.socket.destroy()],
  ])('request fails on %s', async (_, listener) => {
    await expect(fetchRecording(await vendor(listener), options())).rejects.toThrow(RecordingError)
  })

  it.each([301, 302, 303, 307, 308])('request does not follow a %s redirect', async (status) => {
    const asked: string[] = []
    const address = await vendor((request, response) => {
      asked.push(request.url ?? '')
      if (request.url === '/audio') response.writeHead(status, { location: '/elsewhere' }).end()
      else wholeOnly(request, response)
    })
    await expect(fetchRecording(address, options(null, 'secret'))).rejects.toThrow(RecordingError)
    expect(asked).toEqual(['/audio'])
  })

  it('request fails if the vendor does not respond in time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { promise: asked, resolve } = Promise.withResolvers<void>()
    const address = await vendor(() => resolve())
    const answer = fetchRecording(address, options()).catch((error: unknown) => error)
    await asked
    vi.advanceTimersByTime(5_000)
    expect(await answer).toEqual(new RecordingError('the vendor timed out'))
  })

  it('stream ends with an error if the vendor stalls', async () => {
    const address = await vendor((_request, response) => {
      response.writeHead(200, { 'content-type': 'audio/mpeg', 'content-length': SOUND.length })
      response.write(SOUND.subarray(0, 5))
    })
    const { body } = await fetchRecording(address, options())
    const reader = body?.getReader()
    expect((await reader?.read())?.value).toEqual(new Uint8Array(SOUND.subarray(0, 5)))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const next = reader?.read().catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await next).toEqual(new RecordingError('the vendor timed out'))
  })
})
