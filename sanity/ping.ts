import { client } from './client.ts'

/** Asks the Content Lake for next to nothing, to see whether it answers. */
export const askLake = async (signal: AbortSignal): Promise<void> => {
  await client().fetch('true', {}, { signal, cache: 'no-store', stega: false })
}
