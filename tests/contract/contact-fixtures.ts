import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { ContactMessage } from '../../lib/contact/message.ts'
import { type OpenDatabase, openDatabase } from '../../lib/db/client.ts'
import { contactMessages, rateLimits } from '../../lib/db/schema/index.ts'
import { startPostgres } from '@ductwise/postgres'

export const SECRET = 'a-secret-that-is-long-enough'

export const MESSAGE: ContactMessage = {
  name: 'Ada Byron',
  email: 'ada@example.com',
  company: 'Byron Heating',
  phone: '+1 212 555 0142',
  message: 'The phone rings at night.\nWhat now?',
}

export type TestDatabase = Pick<OpenDatabase, 'db' | 'close'> & { url: string; clear: () => Promise<void> }

const { TEST_DATABASE_URL } = process.env

/** A Postgres in memory, spoken to over its socket as any other; or the empty one that TEST_DATABASE_URL names. */
export async function startDatabase(): Promise<TestDatabase> {
  const server = TEST_DATABASE_URL
    ? { url: TEST_DATABASE_URL, close: async () => {} }
    : await startPostgres({ port: 0 })
  const { db, close } = await openDatabase(server.url)
  return {
    url: server.url,
    db,
    clear: async () => {
      await db.delete(contactMessages)
      await db.delete(rateLimits)
    },
    close: async () => {
      await close()
      await server.close()
    },
  }
}

/** A clock that only a test moves. */
export function manualClock(start = Date.UTC(2026, 2, 1, 12)) {
  let now = start
  return { now: () => new Date(now), advance: (milliseconds: number) => void (now += milliseconds) }
}

export { freePort } from '../../packages/local-server/testing.ts'

export type Mailbox = { url: string; mails: string[]; close: () => Promise<void> }

/** A mail server that keeps what it takes. */
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
  // Clients that give up are part of the tests.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { url: `smtp://127.0.0.1:${port}`, mails, close: () => new Promise((resolve) => server.close(resolve)) }
}
