import { Webhook } from 'standardwebhooks'
import type { WebhookEndpoint } from './types.ts'

/** Reads `CLERK_WEBHOOKS`: a JSON array of `{url, secret, events?}`. Throws an Error that names the entry and what is wrong, never a secret. */
export function parseEndpoints(json: string | undefined): WebhookEndpoint[] {
  return json ? readEndpoints(parse(json)) : []
}

/** Checks a list of endpoints, in the same words. */
export function readEndpoints(list: unknown): WebhookEndpoint[] {
  if (!Array.isArray(list)) throw new Error('CLERK_WEBHOOKS must be a JSON array of {url, secret, events?}')
  const endpoints = list.map((entry: unknown, index) => readEndpoint(entry, `CLERK_WEBHOOKS[${index}]`))
  const urls = new Set(endpoints.map(({ url }) => url))
  if (urls.size < endpoints.length) throw new Error('CLERK_WEBHOOKS: two entries have the same url')
  return endpoints
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    // The parser's own message would show a piece of the text, which holds secrets.
    throw new Error('CLERK_WEBHOOKS is not JSON')
  }
}

function readEndpoint(entry: unknown, name: string): WebhookEndpoint {
  const { url, secret, events } = (entry ?? {}) as Record<string, unknown>
  if (typeof url !== 'string' || !isHttpUrl(url)) throw new Error(`${name}: url must be http or https`)
  if (typeof secret !== 'string' || !isSecret(secret)) throw new Error(`${name}: secret must be whsec_ and base64`)
  if (events !== undefined && !isTextList(events)) throw new Error(`${name}: events must be a list of event types`)
  return { url, secret, ...(events && { events }) }
}

const isHttpUrl = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)

const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string')

function isSecret(secret: string): boolean {
  if (!/^whsec_./.test(secret)) return false
  try {
    return Boolean(new Webhook(secret))
  } catch {
    // It is no base64, or too short: whoever started this server is told that, without the secret.
    return false
  }
}
