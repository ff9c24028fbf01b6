import { z } from 'zod'
import { ConfigurationError, parseJson } from '../../local-server/index.ts'

const address = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })

/** What is asked when a call comes in, with the secrets that it sends as headers. */
const startWebhook = z.strictObject({ url: address, headers: z.record(z.string(), z.string()).default({}) })

/** What is told when a call is over. */
const postCallWebhook = z.strictObject({
  url: address,
  /** Signs every request; never shown or logged. */
  secret: z.string().min(1),
})

export type StartWebhook = z.infer<typeof startWebhook>

export type PostCallWebhook = z.infer<typeof postCallWebhook>

function read<Webhook>(schema: z.ZodType<Webhook>, flag: string, json: string): Webhook {
  const { data, error } = schema.safeParse(parseJson(json, () => new ConfigurationError(`--${flag} is not JSON`)))
  if (error) throw new ConfigurationError(`--${flag} is not valid:\n${z.prettifyError(error)}`)
  return data as Webhook
}

/** Reads a webhook from JSON. Throws a ConfigurationError, whose message never contains a secret. */
export const parseStartWebhook = (json: string): StartWebhook => read(startWebhook, 'start-webhook', json)

/** Reads a webhook from JSON. Throws a ConfigurationError, whose message never contains a secret. */
export const parsePostCallWebhook = (json: string): PostCallWebhook => read(postCallWebhook, 'post-call-webhook', json)
