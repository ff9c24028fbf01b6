import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refuseMalformedPaths } from '../../../lib/http/malformed-path.ts'
import { MALFORMED_PATH } from '../../../lib/routes.ts'

describe('refuseMalformedPaths', () => {
  /** Answers with the address that the framework would see. */
  const server = createServer((request, response) => void response.end(request.url))

  beforeAll(async () => {
    refuseMalformedPaths()
    await once(server.listen(0, '127.0.0.1'), 'listening')
  })
  afterAll(() => void server.close())

  async function seen(path: string): Promise<string> {
    const { port } = server.address() as AddressInfo
    const [response] = (await once(get({ port, path, agent: false }), 'response')) as [IncomingMessage]
    let text = ''
    for await (const chunk of response) text += String(chunk)
    return text
  }

  it.each(['/%', '/blog/%', '/%E0%A4%A', '/a%ff/b?c=d', '/%zz', '/_next/static/%'])('leads away %s', async (path) => {
    expect(await seen(path)).toBe(MALFORMED_PATH)
  })

  it.each(['/', '/%25', '/caf%C3%A9', '/%2F', '/pricing?discount=100%', '/_next/image?url=%'])(
    'leaves %s alone',
    async (path) => expect(await seen(path)).toBe(path),
  )
})
