import { getIntegrationSettings } from '@/lib/dashboard/integrations/environment.ts'
import { findReceiverProblem } from '@/lib/dashboard/webhooks/check-url.ts'
import { buildSendOptions } from '@/lib/dashboard/webhooks/send.ts'
import { buildInvalidResponse, RefusedError } from '@/lib/platform/http/json-input.ts'

export const getSendOptions = () => buildSendOptions(getIntegrationSettings())

/** @throws {RefusedError} 422 if no delivery could reach the URL */
export function requireReachableUrl(url: string): void {
  const message = findReceiverProblem(url, getSendOptions().guard)
  if (message) throw new RefusedError(buildInvalidResponse([{ path: 'url', message }]))
}
