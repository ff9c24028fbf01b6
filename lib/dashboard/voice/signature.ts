import { createHmac } from 'node:crypto'
import { isSameSecret } from '../../platform/crypto/secret.ts'

/** Header name. The value has the format `t=<seconds>,v0=<hex>`. */
export const SIGNATURE_HEADER = 'ElevenLabs-Signature'

/** Maximum age, the same as in the vendor's SDKs. */
const TOLERANCE_SECONDS = 30 * 60

const SIGNATURE_PATTERN = /^t=(\d{1,12}),v0=([0-9a-f]{64})$/

const computeDigest = (body: string, seconds: number, secret: string): string =>
  createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')

/** Signs a body. Source: https://elevenlabs.io/docs/overview/administration/webhooks */
export const buildSignature = (body: string, secret: string, now: Date): string => {
  const seconds = Math.floor(now.getTime() / 1000)
  return `t=${seconds},v0=${computeDigest(body, seconds, secret)}`
}

/** Verifies a signature, which is valid for half an hour. */
export function isValidSignature(header: string | null, body: string, secret: string, now: Date): boolean {
  const [, time, signature] = SIGNATURE_PATTERN.exec(header?.replaceAll(' ', '') ?? '') ?? []
  if (!time || !signature) return false
  const seconds = Number(time)
  if (Math.abs(now.getTime() / 1000 - seconds) > TOLERANCE_SECONDS) return false
  return isSameSecret(signature, computeDigest(body, seconds, secret))
}
