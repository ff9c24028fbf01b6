'use client'

import type { ProviderName } from '@/lib/integrations/providers.ts'
import { PROVIDERS } from '@/lib/integrations/providers.ts'
import type { IntegrationsAnswer } from '@/lib/integrations/record.ts'
import { queryKeyOf, type Reader } from '@/lib/query/dashboard-query.ts'
import { changeOf, sendChange, useOptimisticMutation } from '../use-optimistic-mutation.ts'

/** What is done with connections. Each asks who it is where the operation wants to know, and says why it failed. */

const integrationsKey = (reader: Reader) => queryKeyOf('integrations', reader)

export type Beginning = { provider: ProviderName; writes: boolean }

/** Leads to the provider, to allow reading or writing there. The page is left when it succeeds. */
export const useBeginning = () =>
  useOptimisticMutation<Beginning, { address: string }>({
    send: ({ provider, writes }) =>
      sendChange(`integrations/${provider}/${writes ? 'writing' : 'authorization'}`, 'POST'),
    changes: [],
    done: (_, { address }) => {
      window.location.assign(address)
      return undefined
    },
  })

export type KeyInput = { provider: ProviderName; fields: Record<string, string> }

/** Connects by a key, which is tried first. */
export const useKey = (reader: Reader) =>
  useOptimisticMutation<KeyInput, { sample: { account: string | null } }>({
    send: ({ provider, fields }) => sendChange(`integrations/${provider}/key`, 'PUT', fields),
    changes: [],
    invalidates: [integrationsKey(reader)],
    done: ({ provider }) => ({ title: `${PROVIDERS[provider].label} is connected, for reading`, tone: 'accent' }),
  })

const withWish = (answer: IntegrationsAnswer, provider: ProviderName): IntegrationsAnswer => ({
  ...answer,
  integrations: answer.integrations.map((each) =>
    each.provider === provider ? { ...each, wantedAt: new Date().toISOString() } : each,
  ),
})

/** Asks for a system that is not offered yet. */
export const useWish = (reader: Reader) =>
  useOptimisticMutation<ProviderName, object>({
    send: (provider) => sendChange(`integrations/${provider}/wish`, 'POST'),
    changes: [changeOf<IntegrationsAnswer, ProviderName>(integrationsKey(reader), withWish)],
    done: (provider) => ({ title: `We know that you want ${PROVIDERS[provider].label}`, tone: 'accent' }),
  })

/** Tries a connection; what was read, or why nothing could be, is the answer. */
export const useTest = (reader: Reader) =>
  useOptimisticMutation<ProviderName, object>({
    send: (provider) => sendChange(`integrations/${provider}/test`, 'POST'),
    changes: [],
    invalidates: [integrationsKey(reader)],
  })

const withoutWriting = (answer: IntegrationsAnswer, provider: ProviderName): IntegrationsAnswer => ({
  ...answer,
  integrations: answer.integrations.map((each) =>
    each.provider === provider && each.connection ? { ...each, connection: { ...each.connection, writes: [] } } : each,
  ),
})

/** Lets a connection only read from now on. */
export const useStopWriting = (reader: Reader) =>
  useOptimisticMutation<ProviderName, object>({
    send: (provider) => sendChange(`integrations/${provider}/writing`, 'DELETE'),
    changes: [changeOf<IntegrationsAnswer, ProviderName>(integrationsKey(reader), withoutWriting)],
    done: (provider) => ({ title: `${PROVIDERS[provider].label} is only read from now on`, tone: 'accent' }),
  })

/** What became of the permission on the other side. */
export type Ended = { there: 'ended' | 'no-endpoint' | 'failed' }

/** Removes a connection, here at once and on the other side where that lets itself be told. */
export const useRemoval = (reader: Reader) =>
  useOptimisticMutation<ProviderName, Ended>({
    send: (provider) => sendChange(`integrations/${provider}`, 'DELETE'),
    changes: [],
    invalidates: [integrationsKey(reader)],
  })

/** Chooses which calendars count as busy. */
export const useCalendarChoice = () =>
  useOptimisticMutation<{ provider: ProviderName; calendars: string[] }, object>({
    send: ({ provider, calendars }) => sendChange(`integrations/${provider}/calendars`, 'PUT', { calendars }),
    changes: [],
    done: () => ({ title: 'These calendars count as busy now', tone: 'accent' }),
  })

/** Enters a confirmed visit into a calendar. */
export const useVisitEntry = (reader: Reader) =>
  useOptimisticMutation<{ provider: ProviderName; visit: string }, object>({
    send: ({ provider, visit }) => sendChange(`integrations/${provider}/visits`, 'POST', { visit }),
    changes: [],
    invalidates: [integrationsKey(reader)],
  })
