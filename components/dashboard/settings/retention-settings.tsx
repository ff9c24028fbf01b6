'use client'

import { dashboardQuery, queryKeyOf, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { type RetentionAnswer, retentionAnswer } from '@/lib/dashboard/retention/answer.ts'
import {
  isShorter,
  MAX_RETENTION_DAYS,
  RETAINED,
  type Retained,
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
import { problemsFrom, useVersionedForm } from '../use-versioned-form.ts'
import { useQuestion } from '../use-question.tsx'

type RetentionDraft = Record<Retained, string>

const daysOf = (draft: RetentionDraft) =>
  Object.fromEntries(
    RETAINED.map((kind) => [kind, draft[kind].trim() === '' ? Number.NaN : Number(draft[kind])]),
  ) as Retention

const parse = (draft: RetentionDraft) => retention.safeParse(daysOf(draft))

const TYPING_PAUSE_MS = 300

function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

function useCounts(reader: Reader, draft: RetentionDraft, answer: RetentionAnswer): RetentionAnswer['old'] {
  const settled = useSettled(JSON.stringify(draft))
  const days = parse(JSON.parse(settled) as RetentionDraft)
  const asks = days.success && JSON.stringify(days.data) !== JSON.stringify(answer.retention)
  const { data } = useQuery({
    ...dashboardQuery('retention', retentionAnswer, reader, asks ? days.data : {}),
    enabled: asks,
  })
  return (asks ? data : undefined)?.old ?? answer.old
}

function useRetentionForm(reader: Reader, answer: RetentionAnswer) {
  const cache = useQueryClient()
  const toast = useToast()
  const { ask, dialog } = useQuestion()
  const form = useVersionedForm<Pick<SettingsRecord, 'version' | 'retention'>, RetentionDraft>({
    stored: answer,
    toDraft: ({ retention: days }) =>
      Object.fromEntries(RETAINED.map((kind) => [kind, String(days[kind])])) as RetentionDraft,
    // The periods are one part, because the confirmation counts the records of all four. Merging another user's change
    // would change the counts.
    toParts: (draft) => ({ retention: daysOf(draft) }),
    validate: (draft) => problemsFrom(parse(draft).error?.issues),
    endpoint: { name: 'retention', method: 'PATCH', field: 'settings', schema: settingsRecord },
    toBody: ({ draft }) => ({ retention: daysOf(draft) }),
    confirm: async (draft, current) => {
      const days = daysOf(draft)
      if (!isShorter(days, current.retention)) return true
      try {
        const query = dashboardQuery('retention', retentionAnswer, reader, days)
        const counted = await cache.fetchQuery({ ...query, staleTime: 0 })
        return await ask(questionAbout(counted))
      } catch {
        // Without the counts, the form does not save, so that nothing is deleted.
        const description = 'We couldn’t count what would be deleted. Try again in a minute.'
        toast({ title: 'Couldn’t save', description, tone: 'primary' })
        return false
      }
    },
    show: ({ version, retention: days }) => {
      cache.setQueryData<RetentionAnswer>(
        queryKeyOf('retention', reader, {}),
        (shown) => shown && { ...shown, version, retention: days },
      )
      for (const name of ['retention', 'settings']) {
        void cache.invalidateQueries({ queryKey: queryKeyOf(name, reader) })
      }
    },
    describeSaved: () => 'Takes effect at the next nightly deletion.',
  })
  return { ...form, counts: useCounts(reader, form.draft, answer), dialog }
}

const WORDS: Record<Retained, { label: string; goes: string; one: string }> = {
  recordings: {
    label: 'Recordings',
    goes: 'Call audio. Set to 0 to stop keeping recordings and delete existing ones.',
    one: 'recording',
  },
  transcripts: {
    label: 'Transcripts',
    goes: 'The full conversation and the details pulled from it. The call and summary are kept.',
    one: 'transcript',
  },
  calls: {
    label: 'Calls',
    goes: 'Name, number, summary, recording and transcript. Keep calls at least as long as their recordings and transcripts. Related leads and visits are kept.',
    one: 'call',
  },
  leads: {
    label: 'Leads',
    goes: 'Contact details and notes. Leads with an upcoming visit aren’t deleted. Visits stay on the calendar.',
    one: 'lead',
  },
}

const amountOf = (kind: Retained, count: number) => formatCount(count, WORDS[kind].one)

const runWords = ({ nextRunAt, timeZone }: RetentionAnswer) =>
  `${formatDay(nextRunAt, timeZone)}, at ${formatTime(nextRunAt, timeZone)}`

type KeptProps = {
  kind: Retained
  days: string
  onChange: (days: string) => void
  problem: string | undefined
  due: number
}

function Kept({ kind, days, onChange, problem, due }: KeptProps) {
  const { label, goes } = WORDS[kind]
  return (
    <li className="grid grid-cols-1 gap-x-8 gap-y-2 border-t border-border py-5 first:border-t-0 first:pt-0 md:grid-cols-[minmax(0,1fr)_10rem_12rem] md:items-baseline">
      <div className="min-w-0">
        <h3 className="text-base leading-tight tracking-normal">{label}</h3>
        <p className="mt-1 max-w-text text-muted-foreground">{goes}</p>
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
      <p className={due > 0 ? '' : 'text-muted-foreground'}>
        {due === 0 ? 'Nothing to delete tonight' : `${amountOf(kind, due)} will be deleted tonight`}
      </p>
    </li>
  )
}

function questionAbout(counted: RetentionAnswer) {
  const going = RETAINED.filter((kind) => counted.old[kind] > 0).map((kind) => amountOf(kind, counted.old[kind]))
  const words = { confirm: 'Save shorter period', cancel: 'Cancel' }
  if (going.length === 0) {
    const description = `Nothing will be deleted on ${runWords(counted)}. After that, data is deleted sooner.`
    return { ...words, title: 'Keep data for a shorter period?', description }
  }
  return {
    ...words,
    title: `Delete ${formatList(going)}?`,
    description: `This deletes ${formatList(going)} on ${runWords(counted)}. It can’t be undone. Export the data you need first.`,
    isDestructive: true,
  }
}

type RetentionProps = { reader: Reader; mayChange: boolean }

function RetentionForm({ reader, answer, mayChange }: RetentionProps & { answer: RetentionAnswer }) {
  const form = useRetentionForm(reader, answer)
  return (
    <div data-settings-form="" className="grid min-w-0 gap-5">
      <fieldset disabled={!mayChange} className="grid min-w-0 gap-5">
        <Panel
          title="Retention periods"
          note={`Older data is deleted nightly at 3 AM. Next run: ${runWords(answer)}. This can’t be undone.`}
        >
          <ul>
            {RETAINED.map((kind) => (
              <Kept
                key={kind}
                kind={kind}
                days={form.draft[kind]}
                problem={form.problems[kind]}
                due={form.counts[kind]}
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
      what="Retention settings"
      query={dashboardQuery('retention', retentionAnswer, props.reader, {})}
      hasFailed={hasFailed}
    >
      {(answer) => <RetentionForm {...props} answer={answer} />}
    </QueryResult>
  )
}
