'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { queryKeyOf, type Reader } from '@/lib/query/dashboard-query.ts'
import { settingsChange, settingsRecord, type SettingsRecord } from '@/lib/settings/input.ts'
import { useToast } from '../../ui/toast.tsx'
import { type Failure, sendChange } from '../use-optimistic-mutation.ts'

/** A change as it is typed, which the schema then reads. */
export type TypedChange = z.input<typeof settingsChange>

/** What is wrong, by where it is, such as `onCall.0.phone`. */
export type Problems = Record<string, string>

type Options<Draft> = {
  reader: Reader
  /** What is stored, as far as this page knows. */
  settings: SettingsRecord
  draftOf: (settings: SettingsRecord) => Draft
  changeOf: (draft: Draft) => TypedChange
  /** What else is wrong with a draft, which the change does not show. */
  problemsOf?: (draft: Draft) => Problems
}

/** What somebody is told when no answer came. */
export const UNREACHABLE =
  'That did not work, and nothing was saved. The connection may be gone; try again in a minute.'

const differs = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other)

/** The parts of a change in which it differs from another one. */
function partsThatDiffer(change: TypedChange, before: TypedChange): TypedChange {
  const names = (Object.keys(change) as (keyof TypedChange)[]).filter((name) => differs(change[name], before[name]))
  return Object.fromEntries(names.map((name) => [name, change[name]]))
}

type Answer = { settings: SettingsRecord } | (Failure & { problems?: { path: string; message: string }[] })

/**
 * Settings that are typed, and saved when somebody says so. What is stored may change meanwhile: until something is typed
 * the new state is shown; after that a draft is kept, and who saves it is told when somebody else changed the same.
 */
export function useSettingsForm<Draft>({ reader, settings, draftOf, changeOf, problemsOf }: Options<Draft>) {
  const cache = useQueryClient()
  const toast = useToast()
  /** `base` is what was stored when somebody began to type. */
  const [edited, setEdited] = useState<{ draft: Draft; base: SettingsRecord }>()
  const [problems, setProblems] = useState<Problems>({})
  const [isSaving, setIsSaving] = useState(false)
  /** What somebody else has stored, while it is not decided whose is to hold. */
  const [theirs, setTheirs] = useState<SettingsRecord>()

  const base = edited?.base ?? settings
  const draft = edited?.draft ?? draftOf(settings)
  const change = partsThatDiffer(changeOf(draft), changeOf(draftOf(base)))
  // Also what cannot be stored, such as half a ZIP code, is not to be lost.
  const isDirty = differs(draft, draftOf(base))

  const reset = () => {
    setEdited(undefined)
    setProblems({})
    setTheirs(undefined)
  }

  async function send(version: number): Promise<void> {
    const answer = await sendChange<Answer>('settings', 'PATCH', { version, change })
    if ('settings' in answer) {
      const saved = settingsRecord.parse(answer.settings)
      cache.setQueryData(queryKeyOf('settings', reader), saved)
      setProblems({})
      setTheirs(undefined)
      // What was typed while this was sent is a change of what has been saved.
      setEdited((now) => (now && now.draft !== draft ? { draft: now.draft, base: saved } : undefined))
      toast({ title: 'Saved', description: 'It holds from the next call on.', tone: 'accent' })
      return
    }
    if ('reason' in answer && answer.reason === 'conflict') return settle(settingsRecord.parse(answer.current))
    if ('problems' in answer && answer.problems) {
      const entries = answer.problems.map(({ path, message }) => [path.replace(/^change\./, ''), message])
      setProblems(Object.fromEntries(entries) as Problems)
      return
    }
    toast({ title: 'Nothing was saved', description: (answer as Failure).error, tone: 'primary' })
  }

  /** Others may have changed other parts of the settings: that is no conflict for somebody who sees only these. */
  async function settle(current: SettingsRecord): Promise<void> {
    const [now, before] = [changeOf(draftOf(current)), changeOf(draftOf(base))]
    const isSame = (Object.keys(change) as (keyof TypedChange)[]).every((name) => !differs(now[name], before[name]))
    if (isSame) return send(current.version)
    setTheirs(current)
  }

  async function save(version = base.version): Promise<boolean> {
    const parsed = settingsChange.safeParse(change)
    const found = {
      ...Object.fromEntries((parsed.error?.issues ?? []).map(({ path, message }) => [path.join('.'), message])),
      ...problemsOf?.(draft),
    }
    setProblems(found)
    if (Object.keys(found).length > 0) return false
    if (Object.keys(change).length === 0) {
      reset()
      return true
    }
    setIsSaving(true)
    try {
      await send(version)
    } catch {
      // Without an answer nothing else is known.
      toast({ title: 'Nothing was saved', description: UNREACHABLE, tone: 'primary' })
    } finally {
      setIsSaving(false)
    }
    return true
  }

  return {
    draft,
    edit: (part: Partial<Draft>) => {
      setEdited({ base, draft: { ...draft, ...part } })
      setProblems({})
    },
    problems,
    isDirty,
    isSaving,
    /** @returns false when something is wrong with what was typed */
    save: () => save(),
    discard: reset,
    conflict: theirs && {
      takeTheirs: () => {
        cache.setQueryData(queryKeyOf('settings', reader), theirs)
        reset()
      },
      keepMine: () => {
        setTheirs(undefined)
        void save(theirs.version)
      },
    },
  }
}

export type SettingsForm<Draft> = ReturnType<typeof useSettingsForm<Draft>>
