'use client'

import { useReverification } from '@clerk/nextjs'
import { isReverificationCancelledError } from '@clerk/nextjs/errors'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { dashboardQuery, queryKeyOf, type Reader } from '@/lib/query/dashboard-query.ts'
import { type RetentionAnswer, retentionAnswer } from '@/lib/retention/answer.ts'
import { settingsRecord, type SettingsRecord } from '@/lib/settings/input.ts'
import { isShorter, RETAINED, type Retained, type Retention, retention } from '@/lib/settings/organization-settings.ts'
import { useToast } from '../../ui/toast.tsx'
import { type Failure, sendChange } from '../use-optimistic-mutation.ts'
import type { Problems } from './use-settings-form.ts'

/** Days as they are typed. */
export type RetentionDraft = Record<Retained, string>

const draftOf = (days: Retention): RetentionDraft =>
  Object.fromEntries(RETAINED.map((kind) => [kind, String(days[kind])])) as RetentionDraft

const parse = (draft: RetentionDraft) =>
  retention.safeParse(
    Object.fromEntries(RETAINED.map((kind) => [kind, draft[kind].trim() === '' ? Number.NaN : Number(draft[kind])])),
  )

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Milliseconds without a key pressed before what is typed is asked about. */
const TYPING = 300

function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** How many would go with the days that are typed; those of before until the answer has come. */
function useCounts(reader: Reader, draft: RetentionDraft, answer: RetentionAnswer): RetentionAnswer['old'] {
  const settled = useSettled(JSON.stringify(draft))
  const days = parse(JSON.parse(settled) as RetentionDraft)
  const asks = days.success && !isSame(days.data, answer.retention)
  const { data } = useQuery({
    ...dashboardQuery('retention', retentionAnswer, reader, asks ? days.data : {}),
    enabled: asks,
  })
  return (asks ? data : undefined)?.old ?? answer.old
}

const UNREACHABLE: Failure = { error: 'The connection may be gone. Try again in a minute.' }

type Answer = { settings: unknown } | Failure

/** Sends days; Clerk's dialog asks who it is where that is needed. */
function useSend(reader: Reader) {
  const cache = useQueryClient()
  const send = useReverification((version: number, days: Retention) =>
    sendChange<Answer>('retention', 'PATCH', { version, retention: days }),
  )
  /** @returns the settings when it was saved, else why not; `cancelled` for somebody who thought better of it */
  return async (version: number, days: Retention): Promise<Failure | 'cancelled' | { saved: SettingsRecord }> => {
    try {
      const answer = (await send(version, days)) as Answer
      if ('error' in answer) return answer
      const saved = settingsRecord.parse(answer.settings)
      cache.setQueryData(queryKeyOf('settings', reader), saved)
      return { saved }
    } catch (error) {
      return isReverificationCancelledError(error) ? 'cancelled' : UNREACHABLE
    } finally {
      await cache.invalidateQueries({ queryKey: queryKeyOf('retention', reader) })
    }
  }
}

/** Days that are typed, and saved when somebody says so: after a question where things are deleted by it. */
export function useRetentionForm(reader: Reader, answer: RetentionAnswer) {
  const cache = useQueryClient()
  const toast = useToast()
  const send = useSend(reader)
  /** `base` is what was stored when somebody began to type. */
  const [edited, setEdited] = useState<{ draft: RetentionDraft; base: RetentionAnswer }>()
  const [problems, setProblems] = useState<Problems>({})
  const [isSaving, setIsSaving] = useState(false)
  const [isConflict, setIsConflict] = useState(false)
  /** What is asked before things are deleted: the days, and how many go. */
  const [question, setQuestion] = useState<{ days: Retention; counted: RetentionAnswer }>()
  const base = edited?.base ?? answer
  const draft = edited?.draft ?? draftOf(answer.retention)

  const refuse = (description: string) => toast({ title: 'Nothing was saved', description, tone: 'primary' })
  const reset = () => {
    setEdited(undefined)
    setProblems({})
    setIsConflict(false)
  }

  async function store(days: Retention, version = base.version): Promise<void> {
    setIsSaving(true)
    const outcome = await send(version, days)
    setIsSaving(false)
    if (outcome === 'cancelled') return
    if ('saved' in outcome) {
      const { saved } = outcome
      setProblems({})
      setIsConflict(false)
      // What was typed while this was sent is a change of what has been saved.
      setEdited((now) =>
        now && now.draft !== draft
          ? { draft: now.draft, base: { ...base, retention: days, version: saved.version } }
          : undefined,
      )
      toast({ title: 'Saved', description: 'It holds from the next run on.', tone: 'accent' })
      return
    }
    if (outcome.reason !== 'conflict') return refuse(outcome.error)
    const current = settingsRecord.parse(outcome.current)
    // Somebody changed other settings: these are as they were.
    if (isSame(current.retention, base.retention)) return store(days, current.version)
    setIsConflict(true)
  }

  /** Counts anew, since calls come in meanwhile. */
  async function ask(days: Retention): Promise<void> {
    setIsSaving(true)
    try {
      const query = dashboardQuery('retention', retentionAnswer, reader, days)
      setQuestion({ days, counted: await cache.fetchQuery({ ...query, staleTime: 0 }) })
    } catch {
      // Without knowing what goes nothing is deleted.
      refuse('What would be deleted could not be counted. Try again in a minute.')
    } finally {
      setIsSaving(false)
    }
  }

  return {
    draft,
    counts: useCounts(reader, draft, answer),
    edit: (kind: Retained, days: string) => {
      setEdited({ base, draft: { ...draft, [kind]: days } })
      setProblems({})
    },
    question,
    answerQuestion: (isConfirmed: boolean) => {
      setQuestion(undefined)
      if (question && isConfirmed) void store(question.days)
    },
    problems,
    isDirty: !isSame(draft, draftOf(base.retention)),
    isSaving,
    /** @returns false when something is wrong with what was typed */
    save: async (): Promise<boolean> => {
      const parsed = parse(draft)
      const issues = parsed.error?.issues ?? []
      setProblems(Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message])) as Problems)
      if (!parsed.success) return false
      await (isShorter(parsed.data, base.retention) ? ask(parsed.data) : store(parsed.data))
      return true
    },
    discard: reset,
    conflict: isConflict
      ? {
          takeTheirs: reset,
          /** What somebody else stored has been read by now: what was typed is a change of that. */
          keepMine: () => {
            setIsConflict(false)
            setEdited({ draft, base: answer })
          },
        }
      : undefined,
  }
}
