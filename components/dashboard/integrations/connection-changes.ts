import { type ProviderName, PROVIDERS } from '@/lib/dashboard/integrations/providers.ts'
import type { IntegrationRecord, IntegrationsResponse } from '@/lib/dashboard/integrations/record.ts'
import type { SlackSettings } from '@/lib/dashboard/model/slack-settings.ts'
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

/** Change of the settings in the cache; a channel is sent as its id, and the site reads its name from Slack. */
export const useSlackChange = (reader: Reader) =>
  useOptimisticMutation<Partial<SlackSettings>, object>({
    record: 'slack',
    send: ({ channel, ...change }) =>
      sendChange('integrations/slack/messages', 'PATCH', { ...change, ...(channel && { channelId: channel.id }) }),
    changes: [
      buildCachedChange<IntegrationsResponse, Partial<SlackSettings>>(
        buildIntegrationsKey(reader),
        (cached, change) => ({
          ...cached,
          integrations: cached.integrations.map((integration) =>
            integration.connection?.messages
              ? {
                  ...integration,
                  connection: {
                    ...integration.connection,
                    messages: { ...integration.connection.messages, ...change },
                  },
                }
              : integration,
          ),
        }),
      ),
    ],
  })

export const useSlackTest = (reader: Reader) =>
  useOptimisticMutation<undefined, { channel: { name: string } }>({
    send: () => sendChange('integrations/slack/messages', 'POST'),
    invalidates: [buildIntegrationsKey(reader)],
    failureTitle: 'Couldn’t send the message',
    buildToast: (_, { channel }) => ({ title: `Test message sent to #${channel.name}`, tone: 'accent' }),
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
