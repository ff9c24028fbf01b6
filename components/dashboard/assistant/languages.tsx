'use client'

import { LANGUAGE_NAMES, LANGUAGES, type Language } from '@/lib/assistant/instructions.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Select } from '../../ui/select.tsx'

type LanguagesProps = {
  /** The first is spoken first. */
  languages: Language[]
  onChange: (languages: Language[]) => void
  problem: string | undefined
  isDisabled: boolean
}

/** In which languages calls are taken, and which is spoken until the caller speaks another. */
export function LanguagesPanel({ languages, onChange, problem, isDisabled }: LanguagesProps) {
  const choose = (language: Language, isChosen: boolean) =>
    onChange(isChosen ? [...languages, language] : languages.filter((each) => each !== language))
  return (
    <Panel title="Languages" note="In any other one it takes a name and a number, and marks the language for you.">
      <fieldset className="grid gap-1">
        <legend className="sr-only">Languages</legend>
        {LANGUAGE_NAMES.map((language) => (
          <label key={language} className="flex min-h-11 items-center gap-3 lg:min-h-9">
            <Checkbox
              checked={languages.includes(language)}
              aria-invalid={problem ? true : undefined}
              onChange={({ target }) => choose(language, target.checked)}
            />
            {LANGUAGES[language]}
          </label>
        ))}
      </fieldset>
      {problem && <p className="mt-1.5 font-medium text-primary">{problem}</p>}
      {languages.length > 1 && (
        <Select
          className="mt-3 max-w-60"
          label="Spoken first"
          options={languages.toSorted().map((value) => ({ value, label: LANGUAGES[value] }))}
          value={languages[0] ?? null}
          onChange={(first) => onChange([first, ...languages.filter((each) => each !== first)])}
          isDisabled={isDisabled}
        />
      )}
    </Panel>
  )
}
