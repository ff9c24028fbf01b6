import { useState } from 'react'
import { type Crew, parseZips, findSharedZips } from '@/lib/dashboard/settings/crews.ts'
import { MAX_ZIP_CODES } from '@/lib/dashboard/model/organization-settings.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import type { Problems } from '../use-versioned-form.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { formatList, formatNumber, formatCount } from '@/lib/values/format.ts'

/** Row of the form. `id` is its React key. */
export type CrewDraft = Crew & { id: number }

const formatZipCount = (zips: string) => {
  const { length } = parseZips(zips).zips
  return formatCount(length, 'ZIP code')
}

const MAX_LISTED_ZIPS = 8

const formatZipList = (entries: string[]) =>
  formatList(
    entries.length > MAX_LISTED_ZIPS
      ? [...entries.slice(0, MAX_LISTED_ZIPS), `${entries.length - MAX_LISTED_ZIPS} more`]
      : entries,
  )

function findCrewProblem(crews: readonly Crew[], position: number): string | undefined {
  const { malformed } = parseZips(crews[position]?.zips ?? '')
  if (malformed.length > 0) {
    return `${malformed.length === 1 ? 'Not a ZIP code' : 'Not ZIP codes'}: ${formatZipList(malformed)}. A ZIP code has five digits.`
  }
  const shared = findSharedZips(crews, position)
  if (shared.length === 0) return undefined
  return `Already assigned to another crew: ${formatZipList(shared)}. Assign each ZIP code to one crew.`
}

export function findAreaProblems(crews: readonly Crew[]): Problems {
  const problems = crews.flatMap((_, position) => {
    const problem = findCrewProblem(crews, position)
    return problem ? [[`crews.${position}`, problem]] : []
  })
  const total = crews.reduce((sum, { zips }) => sum + parseZips(zips).zips.length, 0)
  if (total > MAX_ZIP_CODES) {
    problems.push(['crews', `That’s ${formatNumber(total)} ZIP codes. The limit is ${formatNumber(MAX_ZIP_CODES)}.`])
  }
  return Object.fromEntries(problems) as Problems
}

type CrewProps = {
  crew: CrewDraft
  problem: string | undefined
  onChange: (part: Partial<Crew>) => void
  onRemove: (() => void) | undefined
}

function CrewFields({ crew, problem, onChange, onRemove }: CrewProps) {
  const name = crew.name.trim() || 'any crew'
  return (
    <li className="grid content-start gap-3 rounded-xl border border-border p-4">
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <TextField
            label="Crew"
            placeholder="Any crew"
            maxLength={60}
            value={crew.name}
            onChange={({ target }) => onChange({ name: target.value })}
          />
        </div>
        {onRemove && (
          <IconButton aria-label={`Remove ${name} and its ZIP codes`} onClick={onRemove}>
            <Icon name="trash" size={18} />
          </IconButton>
        )}
      </div>
      <TextArea
        label="ZIP codes"
        className="font-mono"
        rows={5}
        spellCheck={false}
        autoComplete="off"
        value={crew.zips}
        error={problem}
        hint={formatZipCount(crew.zips)}
        onChange={({ target }) => onChange({ zips: target.value })}
      />
    </li>
  )
}

function TryAddress({ crews, isDirty }: { crews: readonly Crew[]; isDirty: boolean }) {
  const [input, setInput] = useState('')
  const [zip] = parseZips(input).zips
  const crew = zip === undefined ? undefined : crews.find(({ zips }) => parseZips(zips).zips.includes(zip))
  const describeCoverage = () => {
    if (zip === undefined) return 'Enter a ZIP code to see what callers from there hear.'
    const suffix = isDirty ? ' Applies after you save.' : ''
    if (!crew) return `${zip} is outside your service area. Callers hear that right away.${suffix}`
    const crewLabel = crew.name.trim() ? `the crew “${crew.name.trim()}”` : 'any crew'
    return `${zip} is served by ${crewLabel}. Callers from there can book visits.${suffix}`
  }
  return (
    <div className="mt-5 grid grid-cols-1 items-end gap-x-5 gap-y-2 border-t border-border pt-5 sm:grid-cols-[10rem_minmax(0,1fr)]">
      <TextField
        label="Test a ZIP code"
        inputMode="numeric"
        autoComplete="off"
        placeholder="60614"
        maxLength={10}
        value={input}
        onChange={({ target }) => setInput(target.value)}
      />
      <output
        className={`sm:min-h-9.5 sm:content-center ${zip !== undefined && crew ? 'text-accent' : 'text-muted-foreground'}`}
      >
        {describeCoverage()}
      </output>
    </div>
  )
}

type ServiceAreaProps = {
  crews: readonly CrewDraft[]
  onChange: (crews: CrewDraft[]) => void
  problems: Problems
  isDirty: boolean
}

export function ServiceAreaPanel({ crews, onChange, problems, isDirty }: ServiceAreaProps) {
  const add = () => onChange([...crews, { id: Math.max(0, ...crews.map(({ id }) => id)) + 1, name: '', zips: '' }])
  return (
    <Panel
      title="Service area"
      note="Enter ZIP codes, one per line or separated by commas or spaces. Leave the crew blank if any crew can go."
    >
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(18rem,100%),1fr))] gap-4">
        {crews.map((crew, position) => (
          <CrewFields
            key={crew.id}
            crew={crew}
            problem={problems[`crews.${position}`]}
            onChange={(part) =>
              onChange(crews.map((current) => (current === crew ? { ...current, ...part } : current)))
            }
            onRemove={crews.length > 1 ? () => onChange(crews.filter((current) => current !== crew)) : undefined}
          />
        ))}
      </ul>
      {problems.crews && <p className="mt-3 font-medium text-primary">{problems.crews}</p>}
      <p className="mt-4">
        <Button variant="quiet" onClick={add}>
          Add a crew
        </Button>
      </p>
      <TryAddress crews={crews} isDirty={isDirty} />
    </Panel>
  )
}
