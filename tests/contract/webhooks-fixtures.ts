import type { EncryptionKey } from '../../lib/dashboard/integrations/environment.ts'
import { createDeliveryHandler } from '../../lib/dashboard/webhooks/deliver.ts'
import type { SendOptions } from '../../lib/dashboard/webhooks/send.ts'
import type { JobLog } from '../../lib/platform/jobs/worker.ts'

export const WEBHOOK_KEYS: EncryptionKey[] = [{ id: 'k1', bytes: new Uint8Array(32).fill(7) }]

export const LOOPBACK_OPTIONS: SendOptions = { keys: WEBHOOK_KEYS, guard: { allowsLoopback: true } }

const ignore = () => undefined

export const SILENT_LOG: JobLog = { info: ignore, warn: ignore, error: ignore }

export const createTestHandler = (options: Partial<SendOptions> = {}, clock?: () => Date) =>
  createDeliveryHandler({ ...LOOPBACK_OPTIONS, ...options }, SILENT_LOG, clock)
