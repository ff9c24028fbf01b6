import { Secret, TOTP } from 'otpauth'

/** 160 bits in base32, as RFC 4226 recommends. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

/** The URI in the QR code that authenticator apps read. */
export const totpUri = (secret: string, account: string, applicationName: string): string =>
  new TOTP({ issuer: applicationName, label: account, secret }).toString()

/**
 * The 30-second step of a six-digit code, if it is the current or a neighbouring one and later than `lastStep`, because a code is accepted
 * once. In real time, which authenticator apps use.
 */
export function totpStep(secret: string, code: string, lastStep: number): number | undefined {
  const totp = new TOTP({ secret })
  const timestamp = Date.now()
  const delta = totp.validate({ token: code, timestamp, window: 1 })
  if (delta === null) return undefined
  const step = totp.counter({ timestamp }) + delta
  return step > lastStep ? step : undefined
}
