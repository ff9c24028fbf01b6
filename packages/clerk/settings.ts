import { createHash } from 'node:crypto'

export type Settings = {
  /** Such as `http://localhost:3000`: the only origin that may call the Frontend API, and the tokens' `azp`. */
  siteOrigin: string
  /** Where browsers reach the Frontend API: the site's proxy path. */
  publicUrl: string
  /** Whether cookies are for https only. */
  secure: boolean
  publishableKey: string
  secretKey: string
  instanceType: 'production' | 'development'
  /** `iss` of tokens: the host inside the publishable key. */
  issuer: string
  /** Suffix of cookie names, so that several instances can share a host. */
  cookieSuffix: string
  tokenSeconds: number
}

export type SettingsInput = {
  siteUrl: string
  publishableKey: string
  secretKey: string
  /** Seconds until a session token expires; default 60. */
  tokenSeconds?: number
}

/** Path of the site under which its proxy passes the Frontend API on. */
export const PROXY_PATH = '/__clerk'

/** Throws when the site's address or a key is malformed. */
export function readSettings({ siteUrl, publishableKey, secretKey, tokenSeconds = 60 }: SettingsInput): Settings {
  const { origin, protocol } = new URL(siteUrl)
  const [, kind, encoded] = /^pk_(live|test)_([\w+/=-]+)$/.exec(publishableKey) ?? []
  const host = Buffer.from(encoded ?? '', 'base64').toString()
  if (!/^[\w-]+(\.[\w-]+)+\$$/.test(host)) {
    throw new Error('NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY is not pk_live_ or pk_test_ and the base64 of a host and a "$".')
  }
  if (!secretKey) throw new Error('CLERK_SECRET_KEY is not set.')
  return {
    siteOrigin: origin,
    publicUrl: `${origin}${PROXY_PATH}`,
    secure: protocol === 'https:',
    publishableKey,
    secretKey,
    instanceType: kind === 'live' ? 'production' : 'development',
    issuer: `https://${host.slice(0, -1)}`,
    cookieSuffix: createHash('sha1').update(publishableKey).digest('base64url').slice(0, 8),
    tokenSeconds,
  }
}
