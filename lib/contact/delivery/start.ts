import { sharedState } from '../../shared-state.ts'
import { database } from '../../db/client.ts'
import type { Env } from '../../env.ts'
import { log } from '../../log/log.ts'
import { configuredChannels } from './channels.ts'
import { atProcessEnd } from '../../process-end.ts'
import { type DeliveryWorker, startWorker } from './worker.ts'

/** The worker of the process. */
const shared = sharedState<{ worker?: DeliveryWorker }>('contact-worker', () => ({}))

/** Starts delivering what is stored, also what an earlier process left behind. Called once at boot. */
export function startContactDelivery(env: Env): void {
  if (shared.worker) return
  const worker = startWorker({
    database: () => database(env.databaseUrl),
    channels: configuredChannels(env),
    log,
  })
  shared.worker = worker
  atProcessEnd('stopping', 'messages', worker.stop)
  atProcessEnd('answered', 'messages', worker.giveBack)
}

/** Has the worker of this process look for work at once. */
export const wakeContactDelivery = (): void => shared.worker?.wake()
