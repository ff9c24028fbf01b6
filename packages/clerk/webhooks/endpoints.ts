import { ConfigurationError, parseJson } from '../../local-server/index.ts'
import { Webhook } from 'standardwebhooks'
import { z } from 'zod'

const endpointSchema = z.strictObject({
  url: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }),
  /** Signs every request; never shown or logged. */
  secret: z.string().refine(isSecret, 'must be whsec_ and base64'),
  /** Types such as `organization.deleted`; default: all. */
  events: z.array(z.string()).min(1).optional(),
})

/** Where events are sent. */
export type WebhookEndpoint = z.infer<typeof endpointSchema>

/** Reads one endpoint or a list of them from JSON. Throws a ConfigurationError, whose message never contains a secret. */
export const parseEndpoints = (json: string): WebhookEndpoint[] =>
  readEndpoints([parseJson(json, () => new ConfigurationError('--webhook is not JSON'))].flat())

/** Checks a list of endpoints. Throws a ConfigurationError, whose message never contains a secret. */
export function readEndpoints(list: unknown): WebhookEndpoint[] {
  const { data: endpoints, error } = z.array(endpointSchema).safeParse(list)
  if (error) throw new ConfigurationError(`The webhooks are not valid:\n${z.prettifyError(error)}`)
  const urls = new Set(endpoints.map(({ url }) => url))
  if (urls.size < endpoints.length) throw new ConfigurationError('The webhooks are not valid: two have the same url')
  return endpoints
}

function isSecret(secret: string): boolean {
  if (!/^whsec_./.test(secret)) return false
  try {
    return Boolean(new Webhook(secret))
  } catch {
    // It is not base64, or too short: the schema says so, without the secret.
    return false
  }
}
