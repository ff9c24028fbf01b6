import { createHmac } from 'node:crypto'
import { isSameSecret } from '../secret.ts'

/** The header in which ElevenLabs signs its webhooks: `t=<seconds>,v0=<hex>`. */
export const SIGNATURE_HEADER = 'ElevenLabs-Signature'

/** Seconds after which a signature counts no more, as the vendor's own libraries have it. */
const TOLERANCE = 30 * 60

const PARTS = /^t=(\d{1,12}),v0=([0-9a-f]{64})$/

const digest = (body: string, seconds: number, secret: string): string =>
  createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')

/** The header that ElevenLabs sends with a body. Source: https://elevenlabs.io/docs/overview/administration/webhooks */
export const signatureOf = (body: string, secret: string, now: Date): string => {
  const seconds = Math.floor(now.getTime() / 1000)
  return `t=${seconds},v0=${digest(body, seconds, secret)}`
}

/** Whether the header signs this body with the secret, and did so in the last half hour. */
export function isSigned(header: string | null, body: string, secret: string, now: Date): boolean {
  const [, time, signature] = PARTS.exec(header?.replaceAll(' ', '') ?? '') ?? []
  if (!time || !signature) return false
  const seconds = Number(time)
  if (Math.abs(now.getTime() / 1000 - seconds) > TOLERANCE) return false
  return isSameSecret(signature, digest(body, seconds, secret))
}
