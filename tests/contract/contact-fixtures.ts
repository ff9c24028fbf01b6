import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { ContactMessage } from '../../lib/site/contact/message.ts'

export const SECRET = 'a-secret-that-is-long-enough'

export const MESSAGE: ContactMessage = {
  name: 'Ada Byron',
  email: 'ada@example.com',
  company: 'Byron Heating',
  phone: '+1 212 555 0142',
  message: 'The phone rings at night.\nWhat now?',
}

export function createManualClock(start = Date.UTC(2026, 2, 1, 12)) {
  let now = start
  return { now: () => new Date(now), advance: (milliseconds: number) => void (now += milliseconds) }
}

export { findFreePort } from '../../packages/local-server/tests/servers.ts'

export type Mailbox = { url: string; mails: string[]; close: () => Promise<void> }

export async function startMailServer(port: number, options: SMTPServerOptions = {}): Promise<Mailbox> {
  const mails: string[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onData(stream, _session, done) {
      let mail = ''
      stream.on('data', (chunk: Buffer) => (mail += chunk.toString()))
      stream.on('end', () => {
        mails.push(mail)
        done()
      })
    },
    ...options,
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { url: `smtp://127.0.0.1:${port}`, mails, close: () => new Promise((resolve) => server.close(resolve)) }
}
