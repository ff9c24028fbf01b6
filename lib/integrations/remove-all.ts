import type { Actor } from '../events/event.ts'
import type { IntegrationContext } from './context.ts'
import { removeConnection } from './manage.ts'
import { PROVIDERS } from './providers.ts'
import { listConnections } from './store.ts'

/**
 * Removes every connection of an organization, here at once and at the providers as far as those let themselves be told.
 * @returns the names of those that could not be told, where the owner has to end it
 */
export async function removeAllConnections(context: IntegrationContext, actor: Actor): Promise<string[]> {
  const rows = await context.transaction(listConnections)
  const outcomes = await Promise.all(
    rows.map(async ({ provider }) => ({ provider, there: await removeConnection(context, provider, actor) })),
  )
  return outcomes.filter(({ there }) => there === 'failed').map(({ provider }) => PROVIDERS[provider].label)
}
