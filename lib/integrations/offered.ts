import { integrationSettings } from './environment.ts'
import { isProviderName } from './providers.ts'

/** Whether a system can be connected on this site; undefined where there is no such system. */
export const isOffered = (name: string): boolean | undefined =>
  isProviderName(name) ? integrationSettings().providers[name].missing.length === 0 : undefined
