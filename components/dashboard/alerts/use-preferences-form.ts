'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type AlertsPage,
  type Preferences,
  type PreferencesInput,
  preferencesInput,
  preferencesRecord,
} from '@/lib/alerts/preferences.ts'
import { queryKeyOf, type Reader } from '@/lib/query/dashboard-query.ts'
import { useToast } from '../../ui/toast.tsx'
import { type Problems, UNREACHABLE } from '../settings/use-settings-form.ts'
import { type Failure, sendChange } from '../use-optimistic-mutation.ts'

const inputOf = ({ version: _version, ...input }: Preferences): PreferencesInput => input

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** How a person is told, as they choose it, and saved when they say so. */
export function usePreferencesForm(reader: Reader, stored: Preferences) {
  const cache = useQueryClient()
  const toast = useToast()
  /** `base` is what was stored when they began. */
  const [edited, setEdited] = useState<{ draft: PreferencesInput; base: Preferences }>()
  const [problems, setProblems] = useState<Problems>({})
  const [isSaving, setIsSaving] = useState(false)
  const [theirs, setTheirs] = useState<Preferences>()
  const base = edited?.base ?? stored
  const draft = edited?.draft ?? inputOf(stored)

  const reset = () => {
    setEdited(undefined)
    setProblems({})
    setTheirs(undefined)
  }
  const show = (preferences: Preferences) =>
    cache.setQueryData<AlertsPage>(queryKeyOf('alerts/preferences', reader), (page) => page && { ...page, preferences })

  async function store(version: number): Promise<void> {
    setIsSaving(true)
    try {
      const answer = await sendChange<{ preferences: unknown }>('alerts/preferences', 'PUT', { version, change: draft })
      if ('preferences' in answer) {
        show(preferencesRecord.parse(answer.preferences))
        reset()
        toast({ title: 'Saved', description: 'It holds from the next call on.', tone: 'accent' })
        return
      }
      const { error, reason, current } = answer as Failure
      if (reason === 'conflict') setTheirs(preferencesRecord.parse(current))
      else toast({ title: 'Nothing was saved', description: error, tone: 'primary' })
    } catch {
      // Without an answer nothing else is known.
      toast({ title: 'Nothing was saved', description: UNREACHABLE, tone: 'primary' })
    } finally {
      setIsSaving(false)
    }
  }

  return {
    draft,
    edit: (part: Partial<PreferencesInput>) => {
      setEdited({ base, draft: { ...draft, ...part } })
      setProblems({})
    },
    problems,
    isDirty: !isSame(draft, inputOf(base)),
    isSaving,
    /** @returns false when something is wrong with what was typed */
    save: async (): Promise<boolean> => {
      const issues = preferencesInput.safeParse(draft).error?.issues ?? []
      setProblems(Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message])) as Problems)
      if (issues.length > 0) return false
      await store(base.version)
      return true
    },
    discard: reset,
    conflict: theirs && {
      takeTheirs: () => {
        show(theirs)
        reset()
      },
      keepMine: () => {
        setTheirs(undefined)
        void store(theirs.version)
      },
    },
  }
}
