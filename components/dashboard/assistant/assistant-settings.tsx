'use client'

import {
  type Language,
  LANGUAGE_NAMES,
  LANGUAGES,
  MAX_ANSWERS,
  MAX_REFUSED_JOBS,
} from '@/lib/dashboard/model/instructions.ts'
import { type AssistantPage, assistantPage } from '@/lib/dashboard/assistant/record.ts'
import { dashboardQuery, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { Panel } from '../../ui/panel.tsx'
import { TextField, TextArea } from '../../ui/text-field.tsx'
import { QueryResult } from '../loading.tsx'
import { SaveBar } from '../settings/save-bar.tsx'
import { PairList } from './pair-list.tsx'
import { type AssistantForm, useAssistantForm, LINE_FIELDS, type LinePath, typedOf } from './assistant-form.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Select } from '../../ui/select.tsx'
import { AREAS } from '@/lib/platform/auth/access-table.ts'
import { formatDateTime } from '@/lib/platform/time/zone.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { useState } from 'react'
import { lineProblem, readLines, sharedWords, sharedWordSentence } from '@/lib/dashboard/assistant/lines.ts'
import { URGENCIES, URGENCY_NAMES, type Urgency } from '@/lib/dashboard/model/lead.ts'
import { TextLink } from '../page.tsx'

type PartProps = Pick<AssistantForm, 'draft' | 'edit' | 'problems'>

type LineListProps = PartProps & { path: LinePath; label: string; hint: string; placeholder?: string }

function LineList({ path, label, hint, placeholder, draft, edit, problems }: LineListProps) {
  const [isTyping, setIsTyping] = useState(false)
  const { field, limits } = LINE_FIELDS[path]
  const value = draft[field]
  const { length } = readLines(value)
  return (
    <TextArea
      label={label}
      rows={Math.min(14, Math.max(5, length + 1))}
      autoComplete="off"
      placeholder={placeholder}
      value={value}
      error={problems[path] ?? (isTyping ? undefined : lineProblem(value, limits))}
      hint={`${hint} One a line; ${length} of ${limits.most}.`}
      onFocus={() => setIsTyping(true)}
      onBlur={() => setIsTyping(false)}
      onChange={({ target }) => edit({ [field]: target.value })}
    />
  )
}

const HINTS: Record<Urgency, string> = {
  now: 'It wakes who is on call.',
  today: 'It offers the earliest window.',
  soon: 'It offers the windows of the next days.',
  later: 'It offers any window.',
}

function Shared({ draft }: PartProps) {
  const shared = sharedWords(typedOf(draft).urgencyWords)
  return (
    <output className="block">
      {shared.length > 0 && (
        <span className="mt-4 block rounded-lg bg-primary-muted px-4 py-3">
          <strong className="text-primary">The most urgent decides.</strong> {shared.map(sharedWordSentence).join(' ')}
        </span>
      )}
    </output>
  )
}

function UrgencyWordsPanel(props: PartProps) {
  return (
    <Panel
      title="Words for each urgency"
      note="What a caller says, and how urgent that makes the call. Where several are said, the most urgent decides. One rule needs no word: no heat with a baby, or with somebody who is ill or 65 or older, is Now."
    >
      <div className="grid gap-5 md:grid-cols-2">
        {URGENCY_NAMES.map((urgency) => (
          <LineList
            key={urgency}
            {...props}
            path={`urgencyWords.${urgency}`}
            label={URGENCIES[urgency]}
            hint={HINTS[urgency]}
          />
        ))}
      </div>
      <Shared {...props} />
    </Panel>
  )
}

/**
 * Returns a sentence for the owner about a sync error. `lib/dashboard/voice-vendor/vendor-api.ts` defines the codes.
 */
function refusalWords(code: string): string {
  if (/^(http_40[13]|invalid_api_key)$/.test(code))
    return 'The voice service did not let us in. That is ours to put right.'
  if (/^http_404$|_not_found$/.test(code))
    return 'The voice service does not know your assistant. That is ours to put right.'
  return 'The voice service did not accept what was sent. That is ours to put right.'
}

function wordsOf({ handover, timeZone }: AssistantPage): { tone: Tone; state: string; words: string } {
  const { handedOverAt, refusal, refusedAt, isWaiting } = handover
  const earlier = handedOverAt
    ? `What was handed over on ${formatDateTime(handedOverAt, timeZone)} holds until then.`
    : ''
  if (refusal) {
    const since = refusedAt ? ` on ${formatDateTime(refusedAt, timeZone)}` : ''
    const next = isWaiting ? 'It is tried again by itself.' : 'It is tried again with the next change.'
    return { tone: 'primary', state: `Not taken${since}`, words: `${refusalWords(refusal)} ${next} ${earlier}` }
  }
  if (isWaiting) return { tone: 'quiet', state: 'On its way', words: `The voice service is being told. ${earlier}` }
  if (!handedOverAt) return { tone: 'quiet', state: 'Not handed over yet', words: 'It is with your next change.' }
  return {
    tone: 'accent',
    state: `Handed over on ${formatDateTime(handedOverAt, timeZone)}`,
    words: 'The next call is taken by it.',
  }
}

function HandoverNote({ page }: { page: AssistantPage }) {
  if (!page.handover.hasLine || page.handover.refusal === 'no-agent') {
    return (
      <p className="rounded-xl panel px-5 py-4">
        It is handed over when your line is set up. How far that is stands on{' '}
        <TextLink href={AREAS.today.path}>{AREAS.today.label}</TextLink>.
      </p>
    )
  }
  const { tone, state, words } = wordsOf(page)
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 rounded-xl panel px-5 py-4">
      <Badge tone={tone}>{state}</Badge>
      <span>{words}</span>
    </p>
  )
}

type LanguagesProps = {
  languages: Language[]
  onChange: (languages: Language[]) => void
  problem: string | undefined
  isDisabled: boolean
}

function LanguagesPanel({ languages, onChange, problem, isDisabled }: LanguagesProps) {
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

const REFUSED = {
  one: 'job',
  text: 'Job',
  words: 'What the caller hears',
  textPlaceholder: 'Window units',
  wordsPlaceholder: 'We do not work on window units, so I do not want to take your time.',
  add: 'Add a job you refuse',
}

const ANSWERS = {
  one: 'question',
  text: 'Question',
  words: 'Answer',
  textPlaceholder: 'Are you licensed and insured?',
  wordsPlaceholder: 'Yes, both. The office sends you the certificate on request.',
  add: 'Add an answer',
}

function FeesPanel({ draft, edit, problems }: PartProps) {
  return (
    <Panel title="Fees" note="Said in your words to anybody who asks for the price, and never another amount.">
      <div className="grid gap-4">
        <TextField
          label="For a visit"
          autoComplete="off"
          maxLength={200}
          placeholder="$89, credited to the repair"
          value={draft.visitFee}
          error={problems['fees.visit']}
          hint="Said before a visit is booked. Empty, it says that the office will tell them."
          onChange={({ target }) => edit({ visitFee: target.value })}
        />
        <TextField
          label="After hours"
          autoComplete="off"
          maxLength={200}
          placeholder="$180, from 6 PM and on Sundays"
          value={draft.afterHoursFee}
          error={problems['fees.afterHours']}
          hint="Said before a visit outside of your hours is booked. Empty, it says that the office will tell them."
          onChange={({ target }) => edit({ afterHoursFee: target.value })}
        />
      </div>
    </Panel>
  )
}

function JobsPanel({ mayChange, ...part }: PartProps & { mayChange: boolean }) {
  const { draft, edit, problems } = part
  return (
    <Panel title="Jobs" note="What it offers a visit for, and what it declines early and politely.">
      <div className="grid gap-x-8 gap-y-6 lg:grid-cols-2">
        <LineList
          label="Jobs you take"
          hint="It offers visits for these. With none, it takes any job that you do not refuse."
          placeholder={'Furnace repair\nTune-up'}
          {...part}
          path="jobs.taken"
        />
        <section className="min-w-0" aria-label="Jobs you refuse">
          <h3 className="text-base leading-tight font-medium tracking-normal">Jobs you refuse</h3>
          <p className="mt-1 mb-4 text-muted-foreground">It offers no visit for these, and says your words instead.</p>
          <PairList
            pairs={draft.jobsRefused}
            onChange={(jobsRefused) => edit({ jobsRefused })}
            labels={REFUSED}
            lengths={{ text: 80, words: 300 }}
            most={MAX_REFUSED_JOBS}
            problems={problems}
            path="jobs.refused"
            fields={{ text: 'job', words: 'words' }}
            mayChange={mayChange}
          />
        </section>
      </div>
    </Panel>
  )
}

function BrandsPanel(part: PartProps) {
  return (
    <Panel title="Brands" note="It asks for the make of the system, and compares it with these.">
      <div className="grid gap-5 md:grid-cols-2">
        <LineList
          label="Brands you work on"
          hint="It offers visits for these. With none, it takes any brand that you do not refuse."
          {...part}
          path="brands.served"
        />
        <LineList
          label="Brands you refuse"
          hint="It says that you do not work on these, and offers no visit."
          {...part}
          path="brands.refused"
        />
      </div>
    </Panel>
  )
}

function AnswersPanel({ draft, edit, problems, mayChange }: PartProps & { mayChange: boolean }) {
  return (
    <Panel
      title="Answers to frequent questions"
      note="It answers these in your words. What stands nowhere it does not answer: it takes the question down for you."
    >
      <PairList
        pairs={draft.answers}
        onChange={(answers) => edit({ answers })}
        labels={ANSWERS}
        lengths={{ text: 200, words: 600 }}
        most={MAX_ANSWERS}
        problems={problems}
        path="answers"
        fields={{ text: 'question', words: 'answer' }}
        mayChange={mayChange}
      />
    </Panel>
  )
}

type AssistantProps = { reader: Reader; mayChange: boolean }

function Assistant({ reader, page, mayChange }: AssistantProps & { page: AssistantPage }) {
  const form = useAssistantForm(reader, page)
  return (
    <div data-settings-form="" className="grid min-w-0 gap-5">
      <HandoverNote page={page} />
      <fieldset disabled={!mayChange} className="grid min-w-0 gap-5">
        <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <FeesPanel {...form} />
          <LanguagesPanel
            languages={form.draft.languages}
            onChange={(languages) => form.edit({ languages })}
            problem={form.problems.languages}
            isDisabled={!mayChange}
          />
        </div>
        <JobsPanel {...form} mayChange={mayChange} />
        <BrandsPanel {...form} />
        <AnswersPanel {...form} mayChange={mayChange} />
        <UrgencyWordsPanel {...form} />
      </fieldset>
      <SaveBar {...form} />
    </div>
  )
}

export function AssistantSettings({ hasFailed, ...props }: AssistantProps & { hasFailed: boolean }) {
  return (
    <QueryResult
      what="What the assistant says and asks"
      query={dashboardQuery('assistant', assistantPage, props.reader)}
      hasFailed={hasFailed}
    >
      {(page) => <Assistant {...props} page={page} />}
    </QueryResult>
  )
}
