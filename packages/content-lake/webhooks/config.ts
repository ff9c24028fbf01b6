import { ConfigurationError } from '../../local-server/index.ts'
import type { WebhookConfig, WebhookOperation } from './types.ts'

const OPERATIONS: readonly WebhookOperation[] = ['create', 'update', 'delete']

/** Throws a ConfigurationError that names the webhook and what is wrong with it. */
export function assertConfigs(configs: readonly WebhookConfig[]): void {
  if (!Array.isArray(configs)) throw new ConfigurationError('webhooks must be a list')
  const seen = new Set<string>()
  for (const config of configs) {
    const problem = problemOf(config) ?? (seen.has(config.id) ? 'another webhook has the same id' : undefined)
    if (problem) throw new ConfigurationError(`webhook "${config.id}": ${problem}`)
    seen.add(config.id)
  }
}

function problemOf(config: WebhookConfig): string | undefined {
  if (typeof config.id !== 'string' || !/^[\w-]{1,64}$/.test(config.id)) {
    return 'id must be 1 to 64 letters, digits, - or _'
  }
  if (!isHttpUrl(config.url)) return 'url must be http or https'
  const isTriggered = Array.isArray(config.on) && config.on.length > 0
  if (!isTriggered || !config.on.every((operation) => OPERATIONS.includes(operation))) {
    return `on must name some of ${OPERATIONS.join(', ')}`
  }
  if (!areHeaders(config.headers)) return 'headers must be header names with text values'
  return undefined
}

function areHeaders(headers: Record<string, string> | undefined): boolean {
  try {
    return new Headers(headers) instanceof Headers
  } catch (error) {
    // What the constructor says about a name or value that no header can have.
    if (error instanceof TypeError) return false
    throw error
  }
}

const isHttpUrl = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
