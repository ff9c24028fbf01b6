'use client'

import {
  type Language,
  LANGUAGE_NAMES,
  LANGUAGES,
  MAX_ANSWERS,
  MAX_REFUSED_JOBS,
} from '@/lib/dashboard/model/instructions.ts'
import { type AssistantPage, assistantPage } from '@/lib/dashboard/assistant/record.ts'
import { buildDashboardQuery, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { Panel } from '../../ui/panel.tsx'
import { TextField, TextArea } from '../../ui/text-field.tsx'
import { QueryResult } from '../loading.tsx'
import { SaveBar } from '../settings/save-bar.tsx'
import { PairList } from './pair-list.tsx'
import { type AssistantForm, useAssistantForm, LINE_FIELDS, type LinePath, toInstructions } from './assistant-form.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Select } from '../../ui/select.tsx'
import { AREAS } from '@/lib/platform/auth/access-table.ts'
import { formatDateTime } from '@/lib/platform/time/zone.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { useState } from 'react'
import { findLineProblem, readLines, findSharedWords, formatSharedWord } from '@/lib/dashboard/assistant/lines.ts'
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
      error={problems[path] ?? (isTyping ? undefined : findLineProblem(value, limits))}
      hint={`${hint} One per line, ${length} of ${limits.most}.`}
      onFocus={() => setIsTyping(true)}
      onBlur={() => setIsTyping(false)}
      onChange={({ target }) => edit({ [field]: target.value })}
    />
  )
}

const HINTS: Record<Urgency, string> = {
  now: 'Calls the person on call.',
  today: 'Offers the earliest opening.',
  soon: 'Offers openings in the next few days.',
  later: 'Offers any opening.',
}

function SharedKeywords({ draft }: PartProps) {
  const sharedEntries = findSharedWords(toInstructions(draft).urgencyWords)
  return (
    <output className="block">
      {sharedEntries.length > 0 && (
        <span className="mt-4 block rounded-lg bg-primary-muted px-4 py-3">
          <strong className="text-primary">The most urgent wins.</strong>{' '}
          {sharedEntries.map(formatSharedWord).join(' ')}
        </span>
      )}
    </output>
  )
}

function UrgencyKeywordsPanel(props: PartProps) {
  return (
    <Panel
      title="Urgency keywords"
      note="Phrases that set a call’s urgency. If several match, the most urgent wins. No heat with a baby, or anyone sick or 65 or older, is always Now."
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
      <SharedKeywords {...props} />
    </Panel>
  )
}

/**
 * Returns a sentence for the owner about a sync error. `lib/dashboard/voice-vendor/vendor-api.ts` defines the codes.
 */
function formatSyncError(code: string): string {
  if (/^(http_40[13]|invalid_api_key)$/.test(code))
    return 'The voice provider rejected our sign-in. We need to fix this.'
  if (/^http_404$|_not_found$/.test(code)) return 'The voice provider can’t find your assistant. We need to fix this.'
  return 'The voice provider rejected the update. We need to fix this.'
}

function describeSync({ handover, timeZone }: AssistantPage): { tone: Tone; state: string; description: string } {
  const { handedOverAt, refusal, refusedAt, isWaiting } = handover
  const fallbackText = handedOverAt
    ? `Until then, callers get the settings from ${formatDateTime(handedOverAt, timeZone)}.`
    : ''
  if (refusal) {
    const sinceText = refusedAt ? ` on ${formatDateTime(refusedAt, timeZone)}` : ''
    const next = isWaiting ? 'We’ll retry automatically.' : 'We’ll retry with your next change.'
    return {
      tone: 'primary',
      state: `Sync failed${sinceText}`,
      description: `${formatSyncError(refusal)} ${next} ${fallbackText}`,
    }
  }
  if (isWaiting)
    return {
      tone: 'quiet',
      state: 'Updating',
      description: `Your changes are being sent to the voice provider. ${fallbackText}`,
    }
  if (!handedOverAt)
    return { tone: 'quiet', state: 'Not live yet', description: 'These settings go live with your next change.' }
  return {
    tone: 'accent',
    state: `Live since ${formatDateTime(handedOverAt, timeZone)}`,
    description: 'Your next call will use this version.',
  }
}

function SyncNote({ page }: { page: AssistantPage }) {
  if (!page.handover.hasLine || page.handover.refusal === 'no-agent') {
    return (
      <p className="rounded-xl panel px-5 py-4">
        Your assistant goes live when your line is set up. Check the status on{' '}
        <TextLink href={AREAS.today.path}>{AREAS.today.label}</TextLink>.
      </p>
    )
  }
  const { tone, state, description } = describeSync(page)
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 rounded-xl panel px-5 py-4">
      <Badge tone={tone}>{state}</Badge>
      <span>{description}</span>
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
    onChange(isChosen ? [...languages, language] : languages.filter((item) => item !== language))
  return (
    <Panel title="Languages" note="For any other language, it takes a name and number and notes the language.">
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
          label="Default language"
          options={languages.toSorted().map((value) => ({ value, label: LANGUAGES[value] }))}
          value={languages[0] ?? null}
          onChange={(first) => onChange([first, ...languages.filter((item) => item !== first)])}
          isDisabled={isDisabled}
        />
      )}
    </Panel>
  )
}

const REFUSED_JOB_LABELS = {
  one: 'job',
  text: 'Job',
  words: 'Your reply',
  textPlaceholder: 'Window units',
  wordsPlaceholder: 'Sorry, we don’t work on window units.',
  add: 'Add an excluded job',
}

const ANSWER_LABELS = {
  one: 'question',
  text: 'Question',
  words: 'Answer',
  textPlaceholder: 'Are you licensed and insured?',
  wordsPlaceholder: 'Yes, both. The office can send you the certificate.',
  add: 'Add an answer',
}

function FeesPanel({ draft, edit, problems }: PartProps) {
  return (
    <Panel title="Fees" note="What the assistant says when someone asks about price. It never quotes any other amount.">
      <div className="grid gap-4">
        <TextField
          label="Service call fee"
          autoComplete="off"
          maxLength={200}
          placeholder="$89, credited to the repair"
          value={draft.visitFee}
          error={problems['fees.visit']}
          hint="Said before booking. If blank, callers hear that the office will confirm the fee."
          onChange={({ target }) => edit({ visitFee: target.value })}
        />
        <TextField
          label="After-hours fee"
          autoComplete="off"
          maxLength={200}
          placeholder="$180, from 6 PM and on Sundays"
          value={draft.afterHoursFee}
          error={problems['fees.afterHours']}
          hint="Said before booking an after-hours visit. If blank, callers hear that the office will confirm the fee."
          onChange={({ target }) => edit({ afterHoursFee: target.value })}
        />
      </div>
    </Panel>
  )
}

function JobsPanel({ canChange, ...part }: PartProps & { canChange: boolean }) {
  const { draft, edit, problems } = part
  return (
    <Panel title="Jobs" note="Which jobs the assistant books, and which it politely turns down.">
      <div className="grid gap-x-8 gap-y-6 lg:grid-cols-2">
        <LineList
          label="Jobs you take"
          hint="The assistant books these. Leave blank to accept any job you haven’t excluded."
          placeholder={'Furnace repair\nTune-up'}
          {...part}
          path="jobs.taken"
        />
        <section className="min-w-0" aria-label="Jobs you don’t do">
          <h3 className="text-base leading-tight font-medium tracking-normal">Jobs you don’t do</h3>
          <p className="mt-1 mb-4 text-muted-foreground">
            The assistant won’t book these and gives your reply instead.
          </p>
          <PairList
            pairs={draft.jobsRefused}
            onChange={(jobsRefused) => edit({ jobsRefused })}
            labels={REFUSED_JOB_LABELS}
            lengths={{ text: 80, words: 300 }}
            maxPairs={MAX_REFUSED_JOBS}
            problems={problems}
            path="jobs.refused"
            fields={{ text: 'job', words: 'words' }}
            canChange={canChange}
          />
        </section>
      </div>
    </Panel>
  )
}

function BrandsPanel(part: PartProps) {
  return (
    <Panel title="Brands" note="The assistant asks for the brand and checks it against these lists.">
      <div className="grid gap-5 md:grid-cols-2">
        <LineList
          label="Brands you service"
          hint="Leave blank to accept any brand you haven’t excluded."
          {...part}
          path="brands.served"
        />
        <LineList
          label="Brands you don’t service"
          hint="Callers hear that you don’t service these."
          {...part}
          path="brands.refused"
        />
      </div>
    </Panel>
  )
}

function AnswersPanel({ draft, edit, problems, canChange }: PartProps & { canChange: boolean }) {
  return (
    <Panel title="FAQs" note="The assistant answers these in your words. For anything else, it takes a message.">
      <PairList
        pairs={draft.answers}
        onChange={(answers) => edit({ answers })}
        labels={ANSWER_LABELS}
        lengths={{ text: 200, words: 600 }}
        maxPairs={MAX_ANSWERS}
        problems={problems}
        path="answers"
        fields={{ text: 'question', words: 'answer' }}
        canChange={canChange}
      />
    </Panel>
  )
}

type AssistantProps = { reader: Reader; canChange: boolean }

function Assistant({ reader, page, canChange }: AssistantProps & { page: AssistantPage }) {
  const form = useAssistantForm(reader, page)
  return (
    <div data-settings-form="" className="grid min-w-0 gap-5">
      <SyncNote page={page} />
      <fieldset disabled={!canChange} className="grid min-w-0 gap-5">
        <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <FeesPanel {...form} />
          <LanguagesPanel
            languages={form.draft.languages}
            onChange={(languages) => form.edit({ languages })}
            problem={form.problems.languages}
            isDisabled={!canChange}
          />
        </div>
        <JobsPanel {...form} canChange={canChange} />
        <BrandsPanel {...form} />
        <AnswersPanel {...form} canChange={canChange} />
        <UrgencyKeywordsPanel {...form} />
      </fieldset>
      <SaveBar {...form} />
    </div>
  )
}

export function AssistantSettings({ hasFailed, ...props }: AssistantProps & { hasFailed: boolean }) {
  return (
    <QueryResult
      subject="The assistant settings"
      query={buildDashboardQuery('assistant', assistantPage, props.reader)}
      hasFailed={hasFailed}
    >
      {(page) => <Assistant {...props} page={page} />}
    </QueryResult>
  )
}
