import { useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { buildQueryKey, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { settingsChange, settingsRecord, type SettingsRecord } from '@/lib/dashboard/settings/input.ts'
import { pickParts, type Problems, toProblems, useVersionedForm } from '../use-versioned-form.ts'

export type SettingsChangeInput = z.input<typeof settingsChange>

type Options<Draft> = {
  reader: Reader
  settings: SettingsRecord
  toDraft: (settings: SettingsRecord) => Draft
  toChange: (draft: Draft) => SettingsChangeInput
  /** Returns problems of the draft that the change schema cannot detect. */
  findProblems?: (draft: Draft) => Problems
}

export function useSettingsForm<Draft extends object>({
  reader,
  settings,
  toDraft,
  toChange,
  findProblems,
}: Options<Draft>) {
  const cache = useQueryClient()
  return useVersionedForm<SettingsRecord, Draft>({
    stored: settings,
    toDraft,
    toParts: toChange,
    validate: (draft, changedFields) => ({
      ...toProblems(settingsChange.safeParse(pickParts(toChange(draft), changedFields)).error?.issues),
      ...findProblems?.(draft),
    }),
    endpoint: { name: 'settings', method: 'PATCH', field: 'settings', schema: settingsRecord },
    toBody: ({ draft, changed }) => ({ change: pickParts(toChange(draft), changed) }),
    onSaved: (saved) => void cache.setQueryData(buildQueryKey('settings', reader), saved),
  })
}
