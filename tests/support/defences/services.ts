import { setup as startServices } from '../../operate/support/services.ts'
import { startSite } from '../../../scripts/support/services.ts'
import { release } from '../stack/stack.ts'
import { stack } from '../stack/addresses.ts'

/** Starts the local stack and the production build on it, once for all files of a kind of checks. */
export async function setup(): Promise<() => Promise<void>> {
  const stop = await startServices()
  try {
    await startSite(stack, release)
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}
