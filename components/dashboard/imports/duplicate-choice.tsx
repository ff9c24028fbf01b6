import { useId } from 'react'
import {
  DUPLICATE_MODE_NAMES,
  DUPLICATE_MODES,
  type DuplicateMode,
  type ImportKind,
} from '@/lib/dashboard/model/import.ts'
import { formatCount, formatNumber } from '@/lib/values/format.ts'
import type { ImportCheck } from './use-import-file.ts'

const DESCRIPTIONS: Record<DuplicateMode, string> = {
  skip: 'Keeps what you have, and ignores the row.',
  complete: 'Adds what is missing, and keeps the rest.',
  overwrite: 'Replaces values with those in the file. Empty cells change nothing.',
}

function formatCheck(kind: ImportKind, { counts, invalid }: ImportCheck): string {
  const singular = kind === 'leads' ? 'lead' : 'caller'
  if (counts === undefined) return 'Comparing with what you have…'
  if (counts === null) return 'Couldn’t count duplicates. The import still finds them.'
  const parts = [
    `${formatNumber(counts.fresh)} new`,
    ...(counts.existing > 0 ? [`${formatNumber(counts.existing)} matching a ${singular} you have`] : []),
    ...(counts.repeated > 0 ? [`${formatNumber(counts.repeated)} repeating an earlier row`] : []),
    ...(invalid.length > 0 ? [`${formatCount(invalid.length, 'row')} with problems`] : []),
  ]
  return `${parts.join(', ')}.`
}

type DuplicateChoiceProps = {
  kind: ImportKind
  check: ImportCheck | undefined
  selected: DuplicateMode
  onChange: (mode: DuplicateMode) => void
}

export function DuplicateChoice({ kind, check, selected, onChange }: DuplicateChoiceProps) {
  const id = useId()
  return (
    <>
      <p aria-live="polite" className="mb-3 font-medium tabular-nums">
        {check ? formatCheck(kind, check) : 'Checking rows…'}
      </p>
      <fieldset className="grid gap-2">
        <legend className="sr-only">Duplicates</legend>
        {DUPLICATE_MODE_NAMES.map((mode) => (
          <div
            key={mode}
            className="relative flex min-h-11 items-start gap-3 rounded-lg border border-border px-3.5 py-2.5 has-checked:border-foreground has-checked:bg-muted"
          >
            <input
              id={`${id}-${mode}`}
              type="radio"
              name="duplicates"
              value={mode}
              checked={mode === selected}
              onChange={() => onChange(mode)}
              aria-describedby={`${id}-${mode}-hint`}
              className="relative z-1 mt-1 size-4 flex-none accent-foreground"
            />
            <div>
              {/* The label covers the whole choice. */}
              <label
                htmlFor={`${id}-${mode}`}
                className="block cursor-pointer font-medium after:absolute after:inset-0"
              >
                {DUPLICATE_MODES[mode]}
              </label>
              <p id={`${id}-${mode}-hint`} className="text-muted-foreground">
                {DESCRIPTIONS[mode]}
              </p>
            </div>
          </div>
        ))}
      </fieldset>
      <p className="mt-3 text-muted-foreground">
        A do-not-call mark in the file always applies. An import never removes one.
      </p>
    </>
  )
}
