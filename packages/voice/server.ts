import { getRequestListener } from '@hono/node-server'
import { ConfigurationError, createHttpServer, listen, stopListening } from '../local-server/index.ts'
import { createApp } from './http/app.ts'
import { openStore } from './store/store.ts'
import type { PostCallWebhook, StartWebhook } from './webhooks/endpoints.ts'
import { startPostCall } from './webhooks/post-call.ts'

export type VoiceOptions = {
  /** 0 takes any free port. */
  port: number
  dataDir: string
  /** The key that requests send as `xi-api-key`; any text. */
  apiKey: string
  /** Asked when a call comes in. */
  startWebhook?: StartWebhook
  /** Told when a call is over. */
  postCallWebhook?: PostCallWebhook
  /** Milliseconds since 1970, by which conversations grow old; for tests. */
  now?: () => number
}

export type Voice = {
  /** Base URL of the API. */
  url: string
  close: () => Promise<void>
}

/** Loopback only, because the key is well known. */
const HOST = '127.0.0.1'

/**
 * Starts the server; resolves when it accepts requests. Rejects with a ConfigurationError for wrong options, and when the port
 * or the data folder is taken.
 */
export async function startVoice(options: VoiceOptions): Promise<Voice> {
  const { port, dataDir, apiKey, startWebhook, postCallWebhook, now = Date.now } = options
  if (!apiKey) throw new ConfigurationError('--api-key is missing: any text will do')
  const store = openStore(dataDir)
  try {
    const postCall = postCallWebhook && startPostCall(store, postCallWebhook)
    const app = createApp({ store, apiKey, startWebhook, postCall, now })
    const server = createHttpServer(getRequestListener(app.fetch, { hostname: HOST }))
    const url = `http://${HOST}:${await listen(server, port, HOST)}`
    const shutDown = async (): Promise<void> => {
      await stopListening(server)
      await postCall?.close()
      store.close()
    }
    let closing: Promise<void> | undefined
    return { url, close: () => (closing ??= shutDown()) }
  } catch (error) {
    store.close()
    throw error
  }
}
