import { useState } from 'react'
import type { z } from 'zod'
import { useToast } from '../ui/toast.tsx'
import { useReverified } from './use-account.ts'
import { type Failure, sendChange } from './use-optimistic-mutation.ts'

type Versioned = { version: number }

type Issue = { path: readonly PropertyKey[]; message: string }

/** Error messages by field path, such as `onCall.0.phone`. */
export type Problems = Record<string, string>

export const toProblems = (issues: readonly Issue[] = []): Problems =>
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
  /** Builds the request body. `merged` is the current record plus the draft's changed fields. */
  toBody: (change: { draft: Draft; merged: Draft; changed: readonly string[] }) => object
  confirm?: (draft: Draft, current: Stored) => Promise<boolean>
  onSaved: (stored: Stored) => void
  describeSaved?: (stored: Stored) => string
}

type Answer = Partial<Failure> & { problems?: { path: string; message: string }[] } & Record<string, unknown>

const UNREACHABLE_MESSAGE = 'Your changes weren’t saved. Check your connection and try again.'

/** Serializes a value without `key` properties, which are React keys only. */
const serialize = (value: unknown) =>
  JSON.stringify(value, (name, part: unknown) => (name === 'key' ? undefined : part))

const isEqual = (a: unknown, b: unknown) => serialize(a) === serialize(b)

export const pickParts = (parts: object, names: readonly string[]): object =>
  Object.fromEntries(Object.entries(parts).filter(([name]) => names.includes(name)))

const findChangedNames = (parts: object, before: object): string[] =>
  Object.entries(parts).flatMap(([name, part]) => (isEqual(part, before[name as never]) ? [] : [name]))

/**
 * Manages a form for a versioned record. An unedited form shows the newest version. An edited form keeps the draft and
 * merges other users' changes to other parts. If another user changed the same part, the form shows both versions to
 * choose from.
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
  onSaved,
  describeSaved = () => 'Applies from the next call.',
}: Options<Stored, Draft>) {
  const toast = useToast()
  const { send: sendReverified, isCancelled } = useReverified(sendChange<Answer>)
  /** Draft with its `base`, the record at the start of editing. */
  const [edits, setEdits] = useState<{ draft: Draft; base: Stored }>()
  const [problems, setProblems] = useState<Problems>({})
  const [isSaving, setIsSaving] = useState(false)
  const [conflictingRecord, setConflictingRecord] = useState<Stored>()

  const base = edits?.base ?? stored
  const draft = edits?.draft ?? toDraft(base)
  const findChanges = (value: Draft) => findChangedNames(toParts(value), toParts(toDraft(base)))

  const reset = () => {
    setEdits(undefined)
    setProblems({})
    setConflictingRecord(undefined)
  }

  const showError = (description: string) => toast({ title: 'Couldn’t save', description, tone: 'primary' })

  async function send(submitted: Draft, changedFields: string[], current: Stored): Promise<void> {
    const merged = { ...toDraft(current), ...pickParts(submitted, changedFields) }
    const body = { version: current.version, ...toBody({ draft: submitted, merged, changed: changedFields }) }
    const response = (await sendReverified(name, method, body)) as Answer
    if (field in response) {
      const saved = schema.parse(response[field])
      onSaved(saved)
      setProblems({})
      setConflictingRecord(undefined)
      // Edits made during the request now apply to the saved record.
      setEdits((now) => (now && now.draft !== submitted ? { draft: now.draft, base: saved } : undefined))
      toast({ title: 'Saved', description: describeSaved(saved), tone: 'accent' })
      return
    }
    if (response.reason === 'conflict') {
      const latest = schema.parse(response.current)
      const theirChanges = findChanges(toDraft(latest))
      if (theirChanges.every((part) => !changedFields.includes(part))) return send(submitted, changedFields, latest)
      setConflictingRecord(latest)
      return
    }
    if (response.problems) {
      const issues = response.problems.map(({ path, message }) => ({ path: path.split('.').slice(1), message }))
      setProblems(locateProblems(submitted, toProblems(issues)))
      return
    }
    showError(String(response.error))
  }

  async function save(current: Stored = base): Promise<boolean> {
    const submitted = clean(draft)
    const changedFields = findChanges(submitted)
    const issues = validate(submitted, changedFields)
    setProblems(issues)
    if (edits) setEdits({ draft: submitted, base })
    if (Object.keys(issues).length > 0) return false
    if (changedFields.length === 0) {
      reset()
      return true
    }
    setIsSaving(true)
    try {
      if (await confirm(submitted, current)) await send(submitted, changedFields, current)
    } catch (error) {
      if (!isCancelled(error)) showError(UNREACHABLE_MESSAGE)
    } finally {
      setIsSaving(false)
    }
    return true
  }

  return {
    draft,
    edit: (part: Partial<Draft>) => {
      setEdits({ base, draft: { ...draft, ...part } })
      setProblems({})
    },
    problems,
    isDirty: !isEqual(draft, toDraft(base)),
    isSaving,
    save: () => save(),
    discard: reset,
    conflict: conflictingRecord && {
      takeTheirs: () => {
        onSaved(conflictingRecord)
        reset()
      },
      keepMine: () => {
        setConflictingRecord(undefined)
        void save(conflictingRecord)
      },
    },
  }
}

export type VersionedForm<Draft extends object> = ReturnType<typeof useVersionedForm<Versioned, Draft>>
