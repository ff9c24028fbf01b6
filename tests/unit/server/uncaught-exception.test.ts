import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')

async function runServer(onRequest: string) {
  const script = `
    import { createServer } from 'node:http'
    import { stopOnSignalsAndErrors } from './server/shutdown.ts'
    const server = createServer((request, response) => { ${onRequest} })
    stopOnSignalsAndErrors(server, async () => console.log('closed'), 30)
    server.listen(0, '127.0.0.1', async () => {
      const answer = await fetch('http://127.0.0.1:' + server.address().port).then((r) => r.text(), String)
      console.log('answered ' + answer)
    })
    setTimeout(() => process.exit(3), 20_000).unref()`
  const args = ['--input-type=module', '--eval', script]
  const child = spawn(process.execPath, args, { cwd: root, env: { ...process.env, LOG_LEVEL: '' } })
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  return { output, code: code as number }
}

it('drains, closes and exits with 1 after an uncaught exception', async () => {
  const { output, code } = await runServer(`
    setTimeout(() => response.end('whole'), 500)
    setTimeout(() => { throw new Error('broken') }, 10)`)
  expect(output).toContain('process: uncaught exception')
  expect(output).toContain('answered whole')
  expect(output).toContain('closed')
  expect(code).toBe(1)
})

it('exits with 1 within the time limit if a response never ends', async () => {
  const { code } = await runServer(`setTimeout(() => { throw new Error('broken') }, 10)`)
  expect(code).toBe(1)
})

it('logs an unhandled rejection and continues', async () => {
  const { output, code } = await runServer(`
    void Promise.reject(new Error('unused'))
    setTimeout(() => { response.end('whole'); setTimeout(() => process.kill(process.pid, 'SIGTERM'), 50) }, 100)
    setTimeout(() => process.exit(0), 1_000)`)
  expect(output).toContain('process: unhandled rejection')
  expect(output).toContain('answered whole')
  expect(code).toBe(0)
})
