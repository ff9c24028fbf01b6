import { sharedState } from '../../shared-state.ts'
import { database } from '../../db/client.ts'
import type { Env } from '../../env.ts'
import { log } from '../../log/log.ts'
import { configuredChannels } from './channels.ts'
import type { Polling } from '../../polling.ts'
import { startWorker } from './worker.ts'

/** The worker of the process. */
const shared = sharedState<{ worker?: Polling }>('contact-worker', () => ({}))

/** Starts delivering what is stored, also what an earlier process left behind. Called once at boot. */
export function startContactDelivery(env: Env): void {
  shared.worker ??= startWorker({
    database: () => database(env.databaseUrl),
    channels: configuredChannels(env),
    log,
  })
}

/** Has the worker of this process look for work at once. */
export const wakeContactDelivery = (): void => shared.worker?.wake()
