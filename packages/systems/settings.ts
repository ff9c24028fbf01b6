import { z } from 'zod'
import { ConfigurationError } from '../local-server/index.ts'
import { isSystemName, SYSTEM_NAMES, type SystemName } from './systems.ts'

/** Stands for the name of a system in the address of the application. */
const PLACE = '{system}'

export type SettingsInput = {
  /** The application's address to which each system sends people back, with `{system}` where the name of that is. */
  redirect: string
  /** Name of the application on the pages that ask what it may do. */
  applicationName?: string | undefined
}

export type Settings = {
  applicationName: string
  redirectOf: (system: SystemName) => string
}

/** @throws {ConfigurationError} */
export function readSettings({ redirect, applicationName = 'The application' }: SettingsInput): Settings {
  const isAddress = z.url({ protocol: /^https?$/ }).safeParse(redirect.replace(PLACE, 'system')).success
  if (!isAddress || !redirect.includes(PLACE)) {
    throw new ConfigurationError(`--redirect must be an http(s) address with ${PLACE} in it, not "${redirect}"`)
  }
  return { applicationName, redirectOf: (system) => redirect.replace(PLACE, system) }
}

/** The name of a system at the beginning of a path, such as `/slack/api/auth.test`. */
export function systemIn(path: string): SystemName | undefined {
  const name = path.split('/', 2)[1] ?? ''
  return isSystemName(name) ? name : undefined
}

export const forEachSystem = <Made>(make: (name: SystemName) => Made): Record<SystemName, Made> =>
  Object.fromEntries(SYSTEM_NAMES.map((name) => [name, make(name)])) as Record<SystemName, Made>
