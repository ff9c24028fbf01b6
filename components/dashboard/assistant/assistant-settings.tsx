'use client'

import { LINE_LIMITS, MAX_ANSWERS, MAX_REFUSED_JOBS } from '@/lib/assistant/instructions.ts'
import { type AssistantPage, assistantPage } from '@/lib/assistant/record.ts'
import { dashboardQuery, type Reader } from '@/lib/query/dashboard-query.ts'
import { Panel } from '../../ui/panel.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { QueryResult } from '../loading.tsx'
import { SaveBar } from '../settings/save-bar.tsx'
import { HandoverNote } from './handover-note.tsx'
import { LanguagesPanel } from './languages.tsx'
import { LineList } from './line-list.tsx'
import { PairList } from './pair-list.tsx'
import { UrgencyWordsPanel } from './urgency-words.tsx'
import { type AssistantForm, useAssistantForm } from './use-assistant-form.ts'

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

type PartProps = Pick<AssistantForm, 'draft' | 'edit' | 'problems'>

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

function JobsPanel({ draft, edit, problems, mayChange }: PartProps & { mayChange: boolean }) {
  return (
    <Panel title="Jobs" note="What it offers a visit for, and what it declines early and politely.">
      <div className="grid gap-x-8 gap-y-6 lg:grid-cols-2">
        <LineList
          label="Jobs you take"
          hint="It offers visits for these. With none, it takes any job that you do not refuse."
          placeholder={'Furnace repair\nTune-up'}
          limits={LINE_LIMITS.jobs}
          value={draft.jobsTaken}
          problem={problems['jobs.taken']}
          onChange={(jobsTaken) => edit({ jobsTaken })}
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

function BrandsPanel({ draft, edit, problems }: PartProps) {
  return (
    <Panel title="Brands" note="It asks for the make of the system, and compares it with these.">
      <div className="grid gap-5 md:grid-cols-2">
        <LineList
          label="Brands you work on"
          hint="It offers visits for these. With none, it takes any brand that you do not refuse."
          limits={LINE_LIMITS.brands}
          value={draft.brandsServed}
          problem={problems['brands.served']}
          onChange={(brandsServed) => edit({ brandsServed })}
        />
        <LineList
          label="Brands you refuse"
          hint="It says that you do not work on these, and offers no visit."
          limits={LINE_LIMITS.brands}
          value={draft.brandsRefused}
          problem={problems['brands.refused']}
          onChange={(brandsRefused) => edit({ brandsRefused })}
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

/** Fees, jobs, brands, answers, languages and the words of urgency, and whether the voice service has them. */
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
