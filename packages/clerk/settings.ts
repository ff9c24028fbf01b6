import { createHash } from 'node:crypto'
import { ConfigurationError } from '../local-server/index.ts'

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
  /** The site's path that is proxied to the Frontend API; default `/__clerk`. */
  proxyPath?: string
}

/** Throws a ConfigurationError when the site's URL or a key is missing or malformed. */
export function readSettings(input: SettingsInput): Settings {
  const { siteUrl, publishableKey, secretKey, tokenSeconds = 60, proxyPath = '/__clerk' } = input
  const site = URL.parse(siteUrl)
  if (!site || !/^https?:$/.test(site.protocol)) throw new ConfigurationError("The site's URL must be http or https.")
  if (!/^(\/[\w-]+)+$/.test(proxyPath)) throw new ConfigurationError('The proxy path must be a path such as /__clerk.')
  if (!publishableKey) throw new ConfigurationError('The publishable key is missing.')
  const [, kind, encoded] = /^pk_(live|test)_([\w+/=-]+)$/.exec(publishableKey) ?? []
  const host = Buffer.from(encoded ?? '', 'base64').toString()
  if (!/^[\w-]+(\.[\w-]+)+\$$/.test(host)) {
    throw new ConfigurationError('The publishable key must be pk_live_ or pk_test_ and the base64 of a host and a "$".')
  }
  if (!secretKey) throw new ConfigurationError('The secret key is missing.')
  return {
    siteOrigin: site.origin,
    publicUrl: `${site.origin}${proxyPath}`,
    secure: site.protocol === 'https:',
    publishableKey,
    secretKey,
    instanceType: kind === 'live' ? 'production' : 'development',
    issuer: `https://${host.slice(0, -1)}`,
    cookieSuffix: createHash('sha1').update(publishableKey).digest('base64url').slice(0, 8),
    tokenSeconds,
  }
}
