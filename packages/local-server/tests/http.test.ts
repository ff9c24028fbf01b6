import { expect, it, onTestFinished } from 'vitest'
import { createHttpServer, listen, stopListening } from '../index.ts'

it('connections stay alive for 65 idle seconds', async () => {
  const server = createHttpServer((_request, response) => response.end('yes'))
  const port = await listen(server, 0, '127.0.0.1')
  onTestFinished(() => stopListening(server))
  const response = await fetch(`http://127.0.0.1:${port}`)
  expect(response.headers.get('keep-alive')).toBe('timeout=65')
  expect(await response.text()).toBe('yes')
})
