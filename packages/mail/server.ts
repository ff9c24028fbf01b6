import { EventEmitter } from 'node:events'
import { getRequestListener } from '@hono/node-server'
import { ConfigurationError, LOOPBACK_HOST, serve } from '../local-server/index.ts'
import { createApp } from './app.ts'
import { parseMessage } from './message.ts'
import { startSmtpServer } from './smtp.ts'
import { DEFAULT_MAX_MESSAGES, openStore } from './store.ts'

export type MailOptions = {
  /** Port of the page and the API; 0 selects a free port. */
  port: number
  smtpPort: number
  dataDir?: string | undefined
  maxMessages?: number
}

export type Mail = {
  url: string
  smtpUrl: string
  close: () => Promise<void>
}

/** Starts the server. @throws ConfigurationError if the SMTP port or the data folder is in use */
export async function startMail({
  port,
  smtpPort,
  dataDir,
  maxMessages = DEFAULT_MAX_MESSAGES,
}: MailOptions): Promise<Mail> {
  const store = openStore(dataDir, maxMessages)
  const changes = new EventEmitter().setMaxListeners(0)
  try {
    const app = createApp(store, changes)
    const page = await serve(getRequestListener(app.fetch, { hostname: LOOPBACK_HOST }), port)
    try {
      const smtp = await startSmtpServer(smtpPort, async ({ sender, recipients, source }) => {
        const { from, subject } = await parseMessage(source)
        store.add({ receivedAt: Date.now(), sender: from || sender, recipients, subject, source })
        changes.emit('change')
      })
      const shutDown = async (): Promise<void> => {
        await smtp.close()
        await page.close()
        store.close()
      }
      let closing: Promise<void> | undefined
      return { url: page.url, smtpUrl: smtp.url, close: () => (closing ??= shutDown()) }
    } catch (error) {
      await page.close()
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
      throw new ConfigurationError(`port ${smtpPort} is in use: choose another with --smtp-port`, { cause: error })
    }
  } catch (error) {
    store.close()
    throw error
  }
}
