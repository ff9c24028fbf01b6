import { type ProviderName, PROVIDERS } from '@/lib/dashboard/integrations/providers.ts'
import type { IntegrationRecord, IntegrationsAnswer } from '@/lib/dashboard/integrations/record.ts'
import { queryKeyOf, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { changeOf, sendChange, useOptimisticMutation } from '../use-optimistic-mutation.ts'

const integrationsKey = (reader: Reader) => queryKeyOf('integrations', reader)

export const useBeginning = () =>
  useOptimisticMutation<{ provider: ProviderName; writes: boolean }, { address: string }>({
    send: ({ provider, writes }) =>
      sendChange(`integrations/${provider}/${writes ? 'writing' : 'authorization'}`, 'POST'),
    done: (_, { address }) => {
      window.location.assign(address)
      return undefined
    },
  })

export const useKey = (reader: Reader) =>
  useOptimisticMutation({
    send: ({ provider, fields }: { provider: ProviderName; fields: Record<string, string> }) =>
      sendChange<object>(`integrations/${provider}/key`, 'PUT', fields),
    invalidates: [integrationsKey(reader)],
    done: ({ provider }) => ({ title: `${PROVIDERS[provider].label} connected (read-only)`, tone: 'accent' }),
  })

const changeIntegration = (reader: Reader, change: (integration: IntegrationRecord) => IntegrationRecord) =>
  changeOf<IntegrationsAnswer, ProviderName>(integrationsKey(reader), (answer, provider) => ({
    ...answer,
    integrations: answer.integrations.map((each) => (each.provider === provider ? change(each) : each)),
  }))

export const useWish = (reader: Reader) =>
  useOptimisticMutation<ProviderName, object>({
    send: (provider) => sendChange(`integrations/${provider}/wish`, 'POST'),
    changes: [changeIntegration(reader, (each) => ({ ...each, wantedAt: new Date().toISOString() }))],
    done: (provider) => ({ title: `${PROVIDERS[provider].label} requested`, tone: 'accent' }),
  })

export const useTest = (reader: Reader) =>
  useOptimisticMutation<ProviderName, object>({
    send: (provider) => sendChange(`integrations/${provider}/test`, 'POST'),
    invalidates: [integrationsKey(reader)],
  })

export const useStopWriting = (reader: Reader) =>
  useOptimisticMutation<ProviderName, object>({
    send: (provider) => sendChange(`integrations/${provider}/writing`, 'DELETE'),
    changes: [
      changeIntegration(reader, (each) => ({
        ...each,
        connection: each.connection && { ...each.connection, writes: [] },
      })),
    ],
    done: (provider) => ({ title: `${PROVIDERS[provider].label} is now read-only`, tone: 'accent' }),
  })

export type Ended = { there: 'ended' | 'no-endpoint' | 'failed' }

export const useRemoval = (reader: Reader) =>
  useOptimisticMutation<ProviderName, Ended>({
    send: (provider) => sendChange(`integrations/${provider}`, 'DELETE'),
    invalidates: [integrationsKey(reader)],
  })

export const useCalendarChoice = () =>
  useOptimisticMutation<{ provider: ProviderName; calendars: string[] }, object>({
    send: ({ provider, calendars }) => sendChange(`integrations/${provider}/calendars`, 'PUT', { calendars }),
    done: () => ({ title: 'Calendars saved', tone: 'accent' }),
  })

export const useVisitEntry = (reader: Reader) =>
  useOptimisticMutation<{ provider: ProviderName; visit: string }, object>({
    send: ({ provider, visit }) => sendChange(`integrations/${provider}/visits`, 'POST', { visit }),
    invalidates: [integrationsKey(reader)],
  })
