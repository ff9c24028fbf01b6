import { setup as startServices } from '../operate/support/services.ts'
import { startSite } from '../../scripts/support/services.ts'
import { release } from './stack/stack.ts'
import { stack } from './stack/addresses.ts'

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
