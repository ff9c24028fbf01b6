'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { instructions } from '@/lib/assistant/instructions.ts'
import { type AssistantPage, type AssistantRecord, assistantRecord } from '@/lib/assistant/record.ts'
import { queryKeyOf, type Reader } from '@/lib/query/dashboard-query.ts'
import { useToast } from '../../ui/toast.tsx'
import { type Problems, UNREACHABLE } from '../settings/use-settings-form.ts'
import { type Failure, sendChange } from '../use-optimistic-mutation.ts'
import {
  type AssistantDraft,
  draftOf,
  fieldsThatDiffer,
  problemsIn,
  typedOf,
  withFieldsOf,
  withoutBlankRows,
} from './assistant-draft.ts'

type Answer = { assistant: AssistantRecord } | (Failure & { problems?: { path: string; message: string }[] })

/**
 * What the assistant says and asks, as it is typed, and saved as a new version when somebody says so. Until something is
 * typed a newer version is shown; after that a draft is kept, and who saves it is told when somebody else changed the same
 * fields. Other fields that changed meanwhile stay as they are then.
 */
export function useAssistantForm(reader: Reader, page: AssistantPage) {
  const cache = useQueryClient()
  const toast = useToast()
  /** `base` is what was stored when somebody began to type. */
  const [edited, setEdited] = useState<{ draft: AssistantDraft; base: AssistantRecord }>()
  const [problems, setProblems] = useState<Problems>({})
  const [isSaving, setIsSaving] = useState(false)
  /** What somebody else has stored, while it is not decided whose is to hold. */
  const [theirs, setTheirs] = useState<AssistantRecord>()

  const base = edited?.base ?? page
  const draft = edited?.draft ?? draftOf(base.instructions)
  const isDirty = fieldsThatDiffer(draft, draftOf(base.instructions)).length > 0

  const reset = () => {
    setEdited(undefined)
    setProblems({})
    setTheirs(undefined)
  }

  const show = (saved: AssistantRecord) =>
    cache.setQueryData(
      queryKeyOf('assistant', reader),
      (shown: AssistantPage | undefined) => shown && { ...shown, ...saved },
    )

  /** Sends what was typed, on top of what is stored. */
  async function send(typed: AssistantDraft, stored: AssistantRecord): Promise<void> {
    const changed = fieldsThatDiffer(typed, draftOf(base.instructions))
    if (changed.length === 0) return reset()
    const wanted = withFieldsOf(draftOf(stored.instructions), typed, changed)
    const answer = await sendChange<Answer>('assistant', 'PUT', {
      version: stored.version,
      instructions: typedOf(wanted),
    })
    if ('assistant' in answer) {
      const saved = assistantRecord.parse(answer.assistant)
      show(saved)
      setProblems({})
      setTheirs(undefined)
      // What was typed while this was sent is a change of what has been saved.
      setEdited((now) => (now && now.draft !== typed ? { draft: now.draft, base: saved } : undefined))
      toast({ title: 'Saved', description: `It is version ${saved.version}.`, tone: 'accent' })
      await Promise.all(
        ['assistant', 'assistant/versions'].map((name) =>
          cache.invalidateQueries({ queryKey: queryKeyOf(name, reader) }),
        ),
      )
      return
    }
    if ('reason' in answer && answer.reason === 'conflict') {
      const current = assistantRecord.parse(answer.current)
      const [now, before] = [draftOf(current.instructions), draftOf(base.instructions)]
      const isSame = fieldsThatDiffer(now, before).every((field) => !changed.includes(field))
      if (isSame) return send(typed, current)
      setTheirs(current)
      return
    }
    if ('problems' in answer && answer.problems) {
      const found = answer.problems.map(({ path, message }) => ({ path: path.replace(/^instructions\./, ''), message }))
      setProblems(problemsIn(typed, found))
      return
    }
    toast({ title: 'Nothing was saved', description: (answer as Failure).error, tone: 'primary' })
  }

  async function save(stored: AssistantRecord = base): Promise<boolean> {
    const typed = withoutBlankRows(draft)
    const issues = instructions.safeParse(typedOf(typed)).error?.issues ?? []
    const found = problemsIn(
      typed,
      issues.map(({ path, message }) => ({ path: path.join('.'), message })),
    )
    setEdited({ draft: typed, base })
    setProblems(found)
    if (Object.keys(found).length > 0) return false
    setIsSaving(true)
    try {
      await send(typed, stored)
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
    edit: (part: Partial<AssistantDraft>) => {
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
        show(theirs)
        reset()
      },
      keepMine: () => {
        setTheirs(undefined)
        void save(theirs)
      },
    },
  }
}

export type AssistantForm = ReturnType<typeof useAssistantForm>
