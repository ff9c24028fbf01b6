import { useState } from 'react'
import type { z } from 'zod'
import { useToast } from '../ui/toast.tsx'
import { useReverified } from './use-account.ts'
import { type Failure, sendChange } from './use-optimistic-mutation.ts'

type Versioned = { version: number }

type Issue = { path: readonly PropertyKey[]; message: string }

/** Error messages by field path, such as `onCall.0.phone`. */
export type Problems = Record<string, string>

export const problemsFrom = (issues: readonly Issue[] = []): Problems =>
  Object.fromEntries(issues.map(({ path, message }) => [path.map(String).join('.'), message]))

type Options<Stored extends Versioned, Draft extends object> = {
  stored: Stored
  toDraft: (stored: Stored) => Draft
  /**
   * Returns the parts of the record that the server compares and stores separately. By default these are the draft's
   * fields.
   */
  toParts?: (draft: Draft) => object
  clean?: (draft: Draft) => Draft
  validate: (draft: Draft, changed: readonly string[]) => Problems
  /** Maps paths of server errors to form fields. By default, the paths stay the same. */
  locateProblems?: (draft: Draft, problems: Problems) => Problems
  /** Endpoint of the form. `name` is the path below `/api/dashboard`; the response contains the record in `field`. */
  endpoint: { name: string; method: 'PATCH' | 'PUT'; field: string; schema: z.ZodType<Stored> }
  /** Builds the request body. `merged` is the current record with the draft's changed fields. */
  toBody: (change: { draft: Draft; merged: Draft; changed: readonly string[] }) => object
  confirm?: (draft: Draft, current: Stored) => Promise<boolean>
  show: (stored: Stored) => void
  describeSaved?: (stored: Stored) => string
}

type Answer = Partial<Failure> & { problems?: { path: string; message: string }[] } & Record<string, unknown>

const UNREACHABLE = 'Your changes weren’t saved. Check your connection and try again.'

/** Serializes a value without `key` properties, which are React keys only. */
const serialize = (value: unknown) =>
  JSON.stringify(value, (name, part: unknown) => (name === 'key' ? undefined : part))

const isSame = (one: unknown, other: unknown) => serialize(one) === serialize(other)

export const pickParts = (parts: object, names: readonly string[]): object =>
  Object.fromEntries(Object.entries(parts).filter(([name]) => names.includes(name)))

const changedNames = (parts: object, before: object): string[] =>
  Object.entries(parts).flatMap(([name, part]) => (isSame(part, before[name as never]) ? [] : [name]))

/**
 * Manages a form over a versioned record. Without edits the form shows the newest version. With edits it keeps the
 * draft and merges other users' changes of other parts. If another user changed the same part, the form asks the user
 * to choose.
 */
export function useVersionedForm<Stored extends Versioned, Draft extends object>({
  stored,
  toDraft,
  toParts = (draft) => draft,
  clean = (draft) => draft,
  validate,
  locateProblems = (_draft, problems) => problems,
  endpoint: { name, method, field, schema },
  toBody,
  confirm = () => Promise.resolve(true),
  show,
  describeSaved = () => 'Applies from the next call.',
}: Options<Stored, Draft>) {
  const toast = useToast()
  const { send: sendReverified, isCancelled } = useReverified(sendChange<Answer>)
  /** Draft with its `base`, the record at the start of editing. */
  const [edited, setEdited] = useState<{ draft: Draft; base: Stored }>()
  const [problems, setProblems] = useState<Problems>({})
  const [isSaving, setIsSaving] = useState(false)
  const [conflicting, setConflicting] = useState<Stored>()

  const base = edited?.base ?? stored
  const draft = edited?.draft ?? toDraft(base)
  const changesOf = (one: Draft) => changedNames(toParts(one), toParts(toDraft(base)))

  const reset = () => {
    setEdited(undefined)
    setProblems({})
    setConflicting(undefined)
  }

  const refuse = (description: string) => toast({ title: 'Couldn’t save', description, tone: 'primary' })

  async function send(sent: Draft, changed: string[], current: Stored): Promise<void> {
    const merged = { ...toDraft(current), ...pickParts(sent, changed) }
    const body = { version: current.version, ...toBody({ draft: sent, merged, changed }) }
    const answer = (await sendReverified(name, method, body)) as Answer
    if (field in answer) {
      const saved = schema.parse(answer[field])
      show(saved)
      setProblems({})
      setConflicting(undefined)
      // Edits made during the request now apply to the saved record.
      setEdited((now) => (now && now.draft !== sent ? { draft: now.draft, base: saved } : undefined))
      toast({ title: 'Saved', description: describeSaved(saved), tone: 'accent' })
      return
    }
    if (answer.reason === 'conflict') {
      const newer = schema.parse(answer.current)
      const theirs = changesOf(toDraft(newer))
      if (theirs.every((part) => !changed.includes(part))) return send(sent, changed, newer)
      setConflicting(newer)
      return
    }
    if (answer.problems) {
      const issues = answer.problems.map(({ path, message }) => ({ path: path.split('.').slice(1), message }))
      setProblems(locateProblems(sent, problemsFrom(issues)))
      return
    }
    refuse(String(answer.error))
  }

  async function save(current: Stored = base): Promise<boolean> {
    const sent = clean(draft)
    const changed = changesOf(sent)
    const issues = validate(sent, changed)
    setProblems(issues)
    if (edited) setEdited({ draft: sent, base })
    if (Object.keys(issues).length > 0) return false
    if (changed.length === 0) {
      reset()
      return true
    }
    setIsSaving(true)
    try {
      if (await confirm(sent, current)) await send(sent, changed, current)
    } catch (error) {
      if (!isCancelled(error)) refuse(UNREACHABLE)
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
    isDirty: !isSame(draft, toDraft(base)),
    isSaving,
    save: () => save(),
    discard: reset,
    conflict: conflicting && {
      takeTheirs: () => {
        show(conflicting)
        reset()
      },
      keepMine: () => {
        setConflicting(undefined)
        void save(conflicting)
      },
    },
  }
}

export type VersionedForm<Draft extends object> = ReturnType<typeof useVersionedForm<Versioned, Draft>>
