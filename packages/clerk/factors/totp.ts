import { createHmac, randomBytes } from 'node:crypto'
import { sameText } from '../tokens/keys.ts'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const STEP_SECONDS = 30

/** 160 bits in base32, as RFC 4226 advises. */
export const newTotpSecret = (): string => Array.from(randomBytes(32), (byte) => BASE32[byte % 32]).join('')

/** What an authenticator app reads from the QR code. */
export function totpUri(secret: string, account: string, applicationName: string): string {
  const issuer = encodeURIComponent(applicationName)
  return `otpauth://totp/${issuer}:${encodeURIComponent(account)}?secret=${secret}&issuer=${issuer}`
}

/**
 * The step of time that a code belongs to, when it is of the present one or a neighbour, and later than `lastStep`: a code counts once.
 * Real time, as authenticator apps know no other.
 */
export function totpStep(secret: string, code: string, lastStep: number): number | undefined {
  const present = Math.floor(Date.now() / 1000 / STEP_SECONDS)
  return [present - 1, present, present + 1].find((step) => step > lastStep && sameText(totpCode(secret, step), code))
}

/** Six digits for one step of 30 seconds since 1970 (RFC 6238, SHA-1). */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = digest.at(-1)! & 15
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
