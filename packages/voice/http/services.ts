import type { Store } from '../store/store.ts'
import type { StartWebhook } from '../webhooks/endpoints.ts'
import type { PostCall } from '../webhooks/post-call.ts'

export type Services = {
  store: Store
  apiKey: string
  startWebhook: StartWebhook | undefined
  postCall: PostCall | undefined
  /** Milliseconds since 1970; tests replace it. */
  now: () => number
}
