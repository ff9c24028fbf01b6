import { useQueryClient } from '@tanstack/react-query'
import { buildQueryKey, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import {
  type DeliveryLog,
  type DeliveryRecord,
  type EndpointInput,
  type EndpointList,
  type EndpointRecord,
  endpointRecord,
  type IssuedEndpoint,
} from '@/lib/dashboard/webhooks/input.ts'
import { useToast } from '../../ui/toast.tsx'
import { buildCachedChange, sendChange, useOptimisticMutation } from '../use-optimistic-mutation.ts'
import { describeResult } from './endpoint-state.tsx'

const buildListKey = (reader: Reader) => buildQueryKey('webhooks', reader)
const buildLogKey = (reader: Reader, id: string) => buildQueryKey(`webhooks/${id}`, reader)

export const useCreateEndpoint = (reader: Reader) =>
  useOptimisticMutation({
    send: (input: EndpointInput) => sendChange<IssuedEndpoint>('webhooks', 'POST', input),
    invalidates: [buildListKey(reader)],
    failureTitle: 'Couldn’t add the webhook',
  })

export const useRotateSecret = (reader: Reader, id: string) =>
  useOptimisticMutation({
    send: () => sendChange<IssuedEndpoint>(`webhooks/${id}/secret`, 'POST'),
    invalidates: [buildListKey(reader), buildLogKey(reader, id)],
    failureTitle: 'Couldn’t rotate the secret',
  })

export function useDeleteEndpoint(reader: Reader, endpoint: EndpointRecord) {
  const cache = useQueryClient()
  return useOptimisticMutation({
    send: async () => {
      const result = await sendChange<object>(`webhooks/${endpoint.id}`, 'DELETE')
      cache.removeQueries({ queryKey: buildLogKey(reader, endpoint.id) })
      return result
    },
    changes: [
      buildCachedChange(buildListKey(reader), (list: EndpointList) => ({
        ...list,
        endpoints: list.endpoints.filter(({ id }) => id !== endpoint.id),
      })),
    ],
    buildToast: () => ({ title: 'Webhook deleted', tone: 'accent' as const }),
  })
}

/** Changes an endpoint, based on its cached version. */
export function useChangeEndpoint(reader: Reader, endpoint: EndpointRecord) {
  const cache = useQueryClient()
  const { id } = endpoint
  type Change = Partial<EndpointInput> & { isPaused?: boolean }
  const apply = (record: EndpointRecord, { isPaused, ...change }: Change): EndpointRecord => ({
    ...record,
    ...change,
    ...(isPaused !== undefined && {
      pausedAt: isPaused ? new Date().toISOString() : null,
      pauseReason: isPaused ? ('user' as const) : null,
    }),
  })
  return useOptimisticMutation({
    record: id,
    send: async (change: Change) => {
      const version = cache.getQueryData<DeliveryLog>(buildLogKey(reader, id))?.endpoint.version ?? endpoint.version
      const name = change.isPaused === undefined ? `webhooks/${id}` : `webhooks/${id}/state`
      const result = await sendChange<EndpointRecord>(name, 'PATCH', { ...change, version })
      // The next change needs the new version before the refetch.
      const saved = endpointRecord.safeParse(result)
      if (saved.success)
        cache.setQueryData<DeliveryLog>(buildLogKey(reader, id), (log) => log && { ...log, endpoint: saved.data })
      return result
    },
    changes: [
      buildCachedChange(buildListKey(reader), (list: EndpointList, change: Change) => ({
        ...list,
        endpoints: list.endpoints.map((record) => (record.id === id ? apply(record, change) : record)),
      })),
      buildCachedChange(buildLogKey(reader, id), (log: DeliveryLog, change: Change) => ({
        ...log,
        endpoint: apply(log.endpoint, change),
      })),
    ],
  })
}

/** Sends a test event and shows its result. */
export function useTestEndpoint(reader: Reader, id: string) {
  const toast = useToast()
  const mutation = useOptimisticMutation({
    send: () => sendChange<DeliveryRecord>(`webhooks/${id}/test`, 'POST'),
    invalidates: [buildLogKey(reader, id)],
    failureTitle: 'Couldn’t send the test event',
  })
  const send = () =>
    mutation.mutate(undefined, {
      onSuccess: (delivery) => {
        const isDelivered = delivery.state === 'delivered'
        toast({
          title: isDelivered ? 'Test event delivered' : 'Test event failed',
          description: `${describeResult(delivery)}, ${delivery.durationMs ?? 0} ms`,
          tone: isDelivered ? 'accent' : 'primary',
        })
      },
    })
  return { send, isPending: mutation.isPending }
}

export const useResend = (reader: Reader, id: string) =>
  useOptimisticMutation({
    send: ({ id: deliveryId }: DeliveryRecord) => sendChange<object>(`webhooks/${id}/resend`, 'POST', { deliveryId }),
    invalidates: [buildLogKey(reader, id)],
    failureTitle: 'Couldn’t resend the event',
    buildToast: () => ({ title: 'Event queued', description: 'We’re sending it now.', tone: 'accent' as const }),
  })
