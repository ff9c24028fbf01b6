import { ConfigurationError, parseJson } from '../../local-server/index.ts'
import { Webhook } from 'standardwebhooks'
import { z } from 'zod'

const endpointSchema = z.strictObject({
  url: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }),
  secret: z.string().refine(isSecret, 'must be base64 with the prefix whsec_'),
  /** Event types, such as `organization.deleted`. Defaults to all types. */
  events: z.array(z.string()).min(1).optional(),
})

export type WebhookEndpoint = z.infer<typeof endpointSchema>

/** Parses one endpoint or a list from JSON. @throws ConfigurationError, whose message never contains a secret */
export const parseEndpoints = (json: string): WebhookEndpoint[] =>
  readEndpoints([parseJson(json, () => new ConfigurationError('--webhook is not JSON'))].flat())

export function readEndpoints(list: unknown): WebhookEndpoint[] {
  const { data: endpoints, error } = z.array(endpointSchema).safeParse(list)
  if (error) throw new ConfigurationError(`Invalid webhooks:\n${z.prettifyError(error)}`)
  const urls = new Set(endpoints.map(({ url }) => url))
  if (urls.size < endpoints.length) throw new ConfigurationError('Invalid webhooks: two have the same url')
  return endpoints
}

function isSecret(secret: string): boolean {
  if (!/^whsec_./.test(secret)) return false
  try {
    return Boolean(new Webhook(secret))
  } catch {
    // The value is not base64 or too short. The schema error does not contain the secret.
    return false
  }
}
