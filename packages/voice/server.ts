import { getRequestListener } from '@hono/node-server'
import { ConfigurationError, LOOPBACK_HOST, serve } from '../local-server/index.ts'
import { createApp } from './http/app.ts'
import { openStore } from './store/store.ts'
import { type PostCallWebhook, startPostCall, type StartWebhook } from './webhooks/post-call.ts'

export type VoiceOptions = {
  port: number
  dataDir: string
  /** Key that requests must send in `xi-api-key`. */
  apiKey: string
  /** Webhook for an incoming call. */
  startWebhook?: StartWebhook
  /** Webhook for an ended call. */
  postCallWebhook?: PostCallWebhook
  /** Returns milliseconds since 1970, replaceable for tests. */
  now?: () => number
}

export type Voice = {
  url: string
  close: () => Promise<void>
}

/** Starts the server. @throws ConfigurationError for invalid options, or if the port or data folder is in use */
export async function startVoice(options: VoiceOptions): Promise<Voice> {
  const { port, dataDir, apiKey, startWebhook, postCallWebhook, now = Date.now } = options
  if (!apiKey) throw new ConfigurationError('--api-key is missing: any text works')
  const store = openStore(dataDir)
  try {
    const postCall = postCallWebhook && startPostCall(store, postCallWebhook)
    const app = createApp({ store, apiKey, startWebhook, postCall, now })
    return await serve(getRequestListener(app.fetch, { hostname: LOOPBACK_HOST }), port, async () => {
      await postCall?.close()
      store.close()
    })
  } catch (error) {
    store.close()
    throw error
  }
}
