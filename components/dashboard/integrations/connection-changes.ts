import { type ProviderName, PROVIDERS } from '@/lib/dashboard/integrations/providers.ts'
import type { IntegrationRecord, IntegrationsResponse } from '@/lib/dashboard/integrations/record.ts'
import { buildQueryKey, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { buildCachedChange, sendChange, useOptimisticMutation } from '../use-optimistic-mutation.ts'

const buildIntegrationsKey = (reader: Reader) => buildQueryKey('integrations', reader)

export const useConnectionStart = () =>
  useOptimisticMutation<{ provider: ProviderName; writes: boolean }, { address: string }>({
    send: ({ provider, writes }) =>
      sendChange(`integrations/${provider}/${writes ? 'writing' : 'authorization'}`, 'POST'),
    buildToast: (_, { address }) => {
      window.location.assign(address)
      return undefined
    },
  })

export const useKeyConnection = (reader: Reader) =>
  useOptimisticMutation({
    send: ({ provider, fields }: { provider: ProviderName; fields: Record<string, string> }) =>
      sendChange<object>(`integrations/${provider}/key`, 'PUT', fields),
    invalidates: [buildIntegrationsKey(reader)],
    buildToast: ({ provider }) => ({ title: `${PROVIDERS[provider].label} connected (read-only)`, tone: 'accent' }),
  })

const buildIntegrationChange = (reader: Reader, change: (integration: IntegrationRecord) => IntegrationRecord) =>
  buildCachedChange<IntegrationsResponse, ProviderName>(buildIntegrationsKey(reader), (cached, provider) => ({
    ...cached,
    integrations: cached.integrations.map((integration) =>
      integration.provider === provider ? change(integration) : integration,
    ),
  }))

export const useIntegrationRequest = (reader: Reader) =>
  useOptimisticMutation<ProviderName, object>({
    send: (provider) => sendChange(`integrations/${provider}/wish`, 'POST'),
    changes: [
      buildIntegrationChange(reader, (integration) => ({ ...integration, wantedAt: new Date().toISOString() })),
    ],
    buildToast: (provider) => ({ title: `${PROVIDERS[provider].label} requested`, tone: 'accent' }),
  })

export const useConnectionTest = (reader: Reader) =>
  useOptimisticMutation<ProviderName, object>({
    send: (provider) => sendChange(`integrations/${provider}/test`, 'POST'),
    invalidates: [buildIntegrationsKey(reader)],
  })

export const useStopWriting = (reader: Reader) =>
  useOptimisticMutation<ProviderName, object>({
    send: (provider) => sendChange(`integrations/${provider}/writing`, 'DELETE'),
    changes: [
      buildIntegrationChange(reader, (integration) => ({
        ...integration,
        connection: integration.connection && { ...integration.connection, writes: [] },
      })),
    ],
    buildToast: (provider) => ({ title: `${PROVIDERS[provider].label} is now read-only`, tone: 'accent' }),
  })

export type RemovalResult = { there: 'ended' | 'no-endpoint' | 'failed' }

export const useConnectionRemoval = (reader: Reader) =>
  useOptimisticMutation<ProviderName, RemovalResult>({
    send: (provider) => sendChange(`integrations/${provider}`, 'DELETE'),
    invalidates: [buildIntegrationsKey(reader)],
  })

export const useCalendarChoice = () =>
  useOptimisticMutation<{ provider: ProviderName; calendars: string[] }, object>({
    send: ({ provider, calendars }) => sendChange(`integrations/${provider}/calendars`, 'PUT', { calendars }),
    buildToast: () => ({ title: 'Calendars saved', tone: 'accent' }),
  })

export const useAppointmentEntry = (reader: Reader) =>
  useOptimisticMutation<{ provider: ProviderName; visit: string }, object>({
    send: ({ provider, visit }) => sendChange(`integrations/${provider}/visits`, 'POST', { visit }),
    invalidates: [buildIntegrationsKey(reader)],
  })
