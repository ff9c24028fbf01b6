import { useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { queryKeyOf, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { settingsChange, settingsRecord, type SettingsRecord } from '@/lib/dashboard/settings/input.ts'
import { pickParts, type Problems, problemsFrom, useVersionedForm } from '../use-versioned-form.ts'

export type TypedChange = z.input<typeof settingsChange>

type Options<Draft> = {
  reader: Reader
  settings: SettingsRecord
  draftOf: (settings: SettingsRecord) => Draft
  changeOf: (draft: Draft) => TypedChange
  /** Returns problems of the draft that the change schema cannot detect. */
  problemsOf?: (draft: Draft) => Problems
}

export function useSettingsForm<Draft extends object>({
  reader,
  settings,
  draftOf,
  changeOf,
  problemsOf,
}: Options<Draft>) {
  const cache = useQueryClient()
  return useVersionedForm<SettingsRecord, Draft>({
    stored: settings,
    toDraft: draftOf,
    toParts: changeOf,
    validate: (draft, changed) => ({
      ...problemsFrom(settingsChange.safeParse(pickParts(changeOf(draft), changed)).error?.issues),
      ...problemsOf?.(draft),
    }),
    endpoint: { name: 'settings', method: 'PATCH', field: 'settings', schema: settingsRecord },
    toBody: ({ draft, changed }) => ({ change: pickParts(changeOf(draft), changed) }),
    show: (stored) => void cache.setQueryData(queryKeyOf('settings', reader), stored),
  })
}
