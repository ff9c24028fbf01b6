import { createServer, type RequestListener } from 'node:http'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fetchRecording, RecordingError } from '../../../lib/dashboard/calls/recording.ts'
import { type AnyServer, closeServer, listenOnFreePort } from '../../support/http.ts'

const SITE = 'http://localhost:3000'
const AUDIO = Buffer.from('0123456789')

const servers: AnyServer[] = []
afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(servers.splice(0).map(closeServer))
})

async function startVendor(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  return `http://127.0.0.1:${await listenOnFreePort(server)}/audio`
}

const sendWholeFile: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-type': 'audio/mpeg', 'content-length': AUDIO.length })
  response.end(AUDIO)
}

const buildOptions = (range: string | null = null, apiKey?: string) => ({ range, siteUrl: SITE, apiKey })

describe('call recording', () => {
  it('is requested with the API key and range and forwarded with safe headers', async () => {
    let receivedHeaders: Record<string, unknown> = {}
    const address = await startVendor((request, response) => {
      receivedHeaders = request.headers
      response.writeHead(206, {
        'content-type': 'audio/mpeg',
        'content-length': 3,
        'content-range': 'bytes 2-4/10',
        'set-cookie': 'a=b',
        'x-vendor': 'internal',
      })
      response.end(AUDIO.subarray(2, 5))
    })
    const recording = await fetchRecording(address, buildOptions('bytes=2-4', 'secret'))
    expect(receivedHeaders).toMatchObject({ range: 'bytes=2-4', 'xi-api-key': 'secret' })
    expect(receivedHeaders['accept-encoding']).toMatch(/^identity/)
    expect(recording.status).toBe(206)
    expect(Object.fromEntries(recording.headers)).toEqual({
      'accept-ranges': 'bytes',
      'content-length': '3',
      'content-range': 'bytes 2-4/10',
      'content-type': 'audio/mpeg',
    })
    expect(await recording.text()).toBe('234')
  })

  it('is requested from the configured API host of the vendor', async () => {
    const paths: (string | undefined)[] = []
    const address = await startVendor((request, response) => {
      paths.push(request.url)
      sendWholeFile(request, response)
    })
    const storedUrl = 'https://api.elevenlabs.io/v1/convai/conversations/conv_1/audio'
    const apiUrl = new URL(address).origin
    expect((await fetchRecording(storedUrl, { ...buildOptions(), apiUrl })).status).toBe(200)
    expect(paths).toEqual(['/v1/convai/conversations/conv_1/audio'])
    // If the API uses another host, only that host is accepted.
    const movedOptions = { ...buildOptions(), siteUrl: 'https://www.example.com', apiUrl: 'https://api.eu.example.com' }
    await expect(fetchRecording('https://api.elevenlabs.io.example.com/a', movedOptions)).rejects.toThrow(
      'its URL is not on the vendor’s host',
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
    const recording = await fetchRecording(await startVendor(sendWholeFile), buildOptions(range))
    expect(recording.status).toBe(status)
    expect(await recording.text()).toBe(sound)
    expect(recording.headers.get('content-range')).toBe(contentRange)
    expect(recording.headers.get('content-length')).toBe(String(sound.length))
  })

  it('is forwarded without a content length if the vendor sends none', async () => {
    const address = await startVendor((_request, response) => {
      response.writeHead(200, { 'content-type': 'audio/mpeg' })
      response.write(AUDIO.subarray(0, 5))
      response.end(AUDIO.subarray(5))
    })
    const recording = await fetchRecording(address, buildOptions('bytes=0-1'))
    expect(recording.status).toBe(200)
    expect(await recording.text()).toBe('0123456789')
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
    await expect(fetchRecording(address, buildOptions())).rejects.toThrow('its URL is not on the vendor’s host')
  })

  it('is not fetched from localhost by a public site', async () => {
    const address = await startVendor(sendWholeFile)
    const otherSiteOptions = { ...buildOptions(), siteUrl: 'https://www.example.com' }
    await expect(fetchRecording(address, otherSiteOptions)).rejects.toThrow('its URL is not on the vendor’s host')
  })

  it.each<[string, RequestListener]>([
    ['a redirect', (_request, response) => response.writeHead(302, { location: 'https://example.com/' }).end()],
    ['an HTML page', (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<script>')],
    ['an error', (_request, response) => response.writeHead(401, { 'content-type': 'audio/mpeg' }).end('x')],
    ['a closed connection', (request) => request.socket.destroy()],
  ])('request fails on %s', async (_, listener) => {
    await expect(fetchRecording(await startVendor(listener), buildOptions())).rejects.toThrow(RecordingError)
  })

  it.each([301, 302, 303, 307, 308])('request does not follow a %s redirect', async (status) => {
    const requestedPaths: string[] = []
    const address = await startVendor((request, response) => {
      requestedPaths.push(request.url ?? '')
      if (request.url === '/audio') response.writeHead(status, { location: '/elsewhere' }).end()
      else sendWholeFile(request, response)
    })
    await expect(fetchRecording(address, buildOptions(null, 'secret'))).rejects.toThrow(RecordingError)
    expect(requestedPaths).toEqual(['/audio'])
  })

  it('request fails if the vendor does not respond in time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { promise: requested, resolve } = Promise.withResolvers<void>()
    const address = await startVendor(() => resolve())
    const recording = fetchRecording(address, buildOptions()).catch((error: unknown) => error)
    await requested
    vi.advanceTimersByTime(5_000)
    expect(await recording).toEqual(new RecordingError('the vendor timed out'))
  })

  it('stream ends with an error if the vendor stalls', async () => {
    const address = await startVendor((_request, response) => {
      response.writeHead(200, { 'content-type': 'audio/mpeg', 'content-length': AUDIO.length })
      response.write(AUDIO.subarray(0, 5))
    })
    const { body } = await fetchRecording(address, buildOptions())
    const reader = body?.getReader()
    expect((await reader?.read())?.value).toEqual(new Uint8Array(AUDIO.subarray(0, 5)))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const next = reader?.read().catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await next).toEqual(new RecordingError('the vendor timed out'))
  })
})
