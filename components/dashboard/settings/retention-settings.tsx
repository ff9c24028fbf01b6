'use client'

import { buildDashboardQuery, buildQueryKey, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { type RetentionResponse, retentionResponse } from '@/lib/dashboard/retention/answer.ts'
import {
  isShorterRetention,
  MAX_RETENTION_DAYS,
  RETAINED_KINDS,
  type RetainedKind,
  type Retention,
  retention,
} from '@/lib/dashboard/model/organization-settings.ts'
import { formatDay, formatTime } from '@/lib/platform/time/zone.ts'
import { Panel } from '../../ui/panel.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { QueryResult } from '../loading.tsx'
import { SaveBar } from './save-bar.tsx'
import { formatCount, formatList } from '@/lib/values/format.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { settingsRecord, type SettingsRecord } from '@/lib/dashboard/settings/input.ts'
import { useToast } from '../../ui/toast.tsx'
import { toProblems, useVersionedForm } from '../use-versioned-form.ts'
import { useConfirmDialog } from '../use-confirm-dialog.tsx'

type RetentionDraft = Record<RetainedKind, string>

const parseDays = (draft: RetentionDraft) =>
  Object.fromEntries(
    RETAINED_KINDS.map((kind) => [kind, draft[kind].trim() === '' ? Number.NaN : Number(draft[kind])]),
  ) as Retention

const parseRetention = (draft: RetentionDraft) => retention.safeParse(parseDays(draft))

const TYPING_PAUSE_MS = 300

function useDebouncedValue<Value>(value: Value): Value {
  const [debouncedValue, setDebouncedValue] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebouncedValue(value), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return debouncedValue
}

function useCounts(reader: Reader, draft: RetentionDraft, overview: RetentionResponse): RetentionResponse['old'] {
  const debouncedDraft = useDebouncedValue(JSON.stringify(draft))
  const days = parseRetention(JSON.parse(debouncedDraft) as RetentionDraft)
  const hasChanged = days.success && JSON.stringify(days.data) !== JSON.stringify(overview.retention)
  const { data } = useQuery({
    ...buildDashboardQuery('retention', retentionResponse, reader, hasChanged ? days.data : {}),
    enabled: hasChanged,
  })
  return (hasChanged ? data : undefined)?.old ?? overview.old
}

function useRetentionForm(reader: Reader, overview: RetentionResponse) {
  const cache = useQueryClient()
  const toast = useToast()
  const { ask, dialog } = useConfirmDialog()
  const form = useVersionedForm<Pick<SettingsRecord, 'version' | 'retention'>, RetentionDraft>({
    stored: overview,
    toDraft: ({ retention: days }) =>
      Object.fromEntries(RETAINED_KINDS.map((kind) => [kind, String(days[kind])])) as RetentionDraft,
    // The form treats the four periods as one part. Merging another user's change to one of them would invalidate the
    // counts that the user confirmed.
    toParts: (draft) => ({ retention: parseDays(draft) }),
    validate: (draft) => toProblems(parseRetention(draft).error?.issues),
    endpoint: { name: 'retention', method: 'PATCH', field: 'settings', schema: settingsRecord },
    toBody: ({ draft }) => ({ retention: parseDays(draft) }),
    confirm: async (draft, current) => {
      const days = parseDays(draft)
      if (!isShorterRetention(days, current.retention)) return true
      try {
        const query = buildDashboardQuery('retention', retentionResponse, reader, days)
        const preview = await cache.fetchQuery({ ...query, staleTime: 0 })
        return await ask(buildQuestion(preview))
      } catch {
        // If the counts are unavailable, the form does not save, because the user could not confirm the deletion.
        const description = 'We couldn’t count what would be deleted. Try again in a minute.'
        toast({ title: 'Couldn’t save', description, tone: 'primary' })
        return false
      }
    },
    onSaved: ({ version, retention: days }) => {
      cache.setQueryData<RetentionResponse>(
        buildQueryKey('retention', reader, {}),
        (cached) => cached && { ...cached, version, retention: days },
      )
      for (const name of ['retention', 'settings']) {
        void cache.invalidateQueries({ queryKey: buildQueryKey(name, reader) })
      }
    },
    describeSaved: () => 'Takes effect at the next nightly deletion.',
  })
  return { ...form, counts: useCounts(reader, form.draft, overview), dialog }
}

const RETAINED_LABELS: Record<RetainedKind, { label: string; description: string; noun: string }> = {
  recordings: {
    label: 'Recordings',
    description: 'Call audio. Set to 0 to stop keeping recordings and delete existing ones.',
    noun: 'recording',
  },
  transcripts: {
    label: 'Transcripts',
    description: 'The full conversation and the details pulled from it. The call and summary are kept.',
    noun: 'transcript',
  },
  calls: {
    label: 'Calls',
    description:
      'Name, number, summary, recording and transcript. Keep calls at least as long as their recordings and transcripts. Related leads and visits are kept.',
    noun: 'call',
  },
  leads: {
    label: 'Leads',
    description: 'Contact details and notes. Leads with an upcoming visit aren’t deleted. Visits stay on the calendar.',
    noun: 'lead',
  },
}

const formatAmount = (kind: RetainedKind, count: number) => formatCount(count, RETAINED_LABELS[kind].noun)

const formatNextRun = ({ nextRunAt, timeZone }: RetentionResponse) =>
  `${formatDay(nextRunAt, timeZone)}, at ${formatTime(nextRunAt, timeZone)}`

type RetentionFieldProps = {
  kind: RetainedKind
  days: string
  onChange: (days: string) => void
  problem: string | undefined
  dueCount: number
}

function RetentionField({ kind, days, onChange, problem, dueCount }: RetentionFieldProps) {
  const { label, description } = RETAINED_LABELS[kind]
  return (
    <li className="grid grid-cols-1 gap-x-8 gap-y-2 border-t border-border py-5 first:border-t-0 first:pt-0 md:grid-cols-[minmax(0,1fr)_10rem_12rem] md:items-baseline">
      <div className="min-w-0">
        <h3 className="text-base leading-tight tracking-normal">{label}</h3>
        <p className="mt-1 max-w-text text-muted-foreground">{description}</p>
      </div>
      <div className="flex items-baseline gap-2.5 [&>div]:flex-[0_1_8rem]">
        <TextField
          label={`Keep ${label.toLowerCase()} for (days)`}
          isLabelHidden
          type="number"
          inputMode="numeric"
          min={kind === 'recordings' ? 0 : 1}
          max={MAX_RETENTION_DAYS}
          value={days}
          error={problem}
          onChange={({ target }) => onChange(target.value)}
        />
        <span className="text-muted-foreground">{days === '1' ? 'day' : 'days'}</span>
      </div>
      <p className={dueCount > 0 ? '' : 'text-muted-foreground'}>
        {dueCount === 0 ? 'Nothing to delete tonight' : `${formatAmount(kind, dueCount)} will be deleted tonight`}
      </p>
    </li>
  )
}

function buildQuestion(preview: RetentionResponse) {
  const deletedAmounts = RETAINED_KINDS.filter((kind) => preview.old[kind] > 0).map((kind) =>
    formatAmount(kind, preview.old[kind]),
  )
  const buttonLabels = { confirm: 'Save shorter period', cancel: 'Cancel' }
  if (deletedAmounts.length === 0) {
    const description = `Nothing will be deleted on ${formatNextRun(preview)}. After that, the shorter period applies.`
    return { ...buttonLabels, title: 'Keep data for a shorter period?', description }
  }
  return {
    ...buttonLabels,
    title: `Delete ${formatList(deletedAmounts)}?`,
    description: `This deletes ${formatList(deletedAmounts)} on ${formatNextRun(preview)}. It can’t be undone. Export the data you need first.`,
    isDestructive: true,
  }
}

type RetentionProps = { reader: Reader; canChange: boolean }

function RetentionForm({ reader, overview, canChange }: RetentionProps & { overview: RetentionResponse }) {
  const form = useRetentionForm(reader, overview)
  return (
    <div data-settings-form="" className="grid min-w-0 gap-5">
      <fieldset disabled={!canChange} className="grid min-w-0 gap-5">
        <Panel
          title="Retention periods"
          note={`Older data is deleted nightly at 3 AM. Next run: ${formatNextRun(overview)}. This can’t be undone.`}
        >
          <ul>
            {RETAINED_KINDS.map((kind) => (
              <RetentionField
                key={kind}
                kind={kind}
                days={form.draft[kind]}
                problem={form.problems[kind]}
                dueCount={form.counts[kind]}
                onChange={(days) => form.edit({ [kind]: days })}
              />
            ))}
          </ul>
        </Panel>
      </fieldset>
      <SaveBar {...form} />
      {form.dialog}
    </div>
  )
}

export function RetentionSettings({ hasFailed, ...props }: RetentionProps & { hasFailed: boolean }) {
  return (
    <QueryResult
      subject="Retention settings"
      query={buildDashboardQuery('retention', retentionResponse, props.reader, {})}
      hasFailed={hasFailed}
    >
      {(overview) => <RetentionForm {...props} overview={overview} />}
    </QueryResult>
  )
}
