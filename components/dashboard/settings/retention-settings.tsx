'use client'

import { dashboardQuery, type Reader } from '@/lib/query/dashboard-query.ts'
import { type RetentionAnswer, retentionAnswer } from '@/lib/retention/answer.ts'
import { MAX_RETENTION_DAYS, RETAINED, type Retained } from '@/lib/settings/organization-settings.ts'
import { formatDay, formatTime } from '@/lib/time/zone.ts'
import { Panel } from '../../ui/panel.tsx'
import { AlertDialog } from '../../ui/alert-dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { QueryResult } from '../loading.tsx'
import { SaveBar } from './save-bar.tsx'
import { useRetentionForm } from './use-retention-form.ts'

type Words = { label: string; goes: string; one: string; many: string }

const WORDS: Record<Retained, Words> = {
  recordings: {
    label: 'Recordings',
    goes: 'The sound of a call. With 0 days no recording is kept, and those that are there are deleted.',
    one: 'recording',
    many: 'recordings',
  },
  transcripts: {
    label: 'Transcripts',
    goes: 'What was said, word for word, and what was understood in it. The call and its summary stay.',
    one: 'transcript',
    many: 'transcripts',
  },
  calls: {
    label: 'Calls',
    goes: 'The whole call: name, number and summary, and with it its recording and transcript. Keep calls at least as long as those. Leads and visits that came of it stay.',
    one: 'call',
    many: 'calls',
  },
  leads: {
    label: 'Leads',
    goes: 'The person with their address, and all notes; not while a visit is ahead. Visits stay in the calendar.',
    one: 'lead',
    many: 'leads',
  },
}

const number = new Intl.NumberFormat('en-US')
const list = new Intl.ListFormat('en-US')

const amountOf = (kind: Retained, count: number) =>
  `${number.format(count)} ${count === 1 ? WORDS[kind].one : WORDS[kind].many}`

/** "Tue, Nov 24, at 3:00 AM". */
const runWords = ({ nextRunAt, timeZone }: RetentionAnswer) =>
  `${formatDay(nextRunAt, timeZone)}, at ${formatTime(nextRunAt, timeZone)}`

type KeptProps = {
  kind: Retained
  days: string
  onChange: (days: string) => void
  problem: string | undefined
  /** How many go at the next run. */
  due: number
}

/** How long one kind of data is kept. */
function Kept({ kind, days, onChange, problem, due }: KeptProps) {
  const { label, goes } = WORDS[kind]
  return (
    <li className="grid grid-cols-1 gap-x-8 gap-y-2 border-t border-border py-5 first:border-t-0 first:pt-0 md:grid-cols-[minmax(0,1fr)_10rem_12rem] md:items-baseline">
      <div className="min-w-0">
        <h3 className="text-base leading-tight tracking-normal">{label}</h3>
        <p className="mt-1 max-w-text text-muted-foreground">{goes}</p>
      </div>
      <div className="flex items-baseline gap-2.5 [&>div]:flex-[0_1_8rem]">
        <TextField
          label={`${label} are kept for, in days`}
          isLabelHidden
          type="number"
          inputMode="numeric"
          min={kind === 'recordings' ? 0 : 1}
          max={MAX_RETENTION_DAYS}
          value={days}
          error={problem}
          onChange={({ target }) => onChange(target.value)}
        />
        <span className="text-muted-foreground">{days === '1' ? 'day' : 'days'}</span>
      </div>
      <p className={due > 0 ? '' : 'text-muted-foreground'}>
        {due === 0 ? 'Nothing is due' : `${amountOf(kind, due)} due at the next run`}
      </p>
    </li>
  )
}

function Question({
  question,
  answerQuestion,
}: Pick<ReturnType<typeof useRetentionForm>, 'question' | 'answerQuestion'>) {
  if (!question) return null
  const { counted } = question
  const going = RETAINED.filter((kind) => counted.old[kind] > 0).map((kind) => amountOf(kind, counted.old[kind]))
  const isNothing = going.length === 0
  return (
    <AlertDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && answerQuestion(false)}
      title={isNothing ? 'Keep data for a shorter time?' : `Delete ${list.format(going)}?`}
      description={
        isNothing
          ? `Nothing is old enough to go at the next run, on ${runWords(counted)}. From then on things go earlier.`
          : `This deletes ${list.format(going)} at the next run, on ${runWords(counted)}. It cannot be undone: take a copy before of what you need.`
      }
      isDestructive={!isNothing}
      confirm="Save the shorter time"
      cancel="Leave it as it is"
      onConfirm={() => answerQuestion(true)}
    />
  )
}

type RetentionProps = { reader: Reader; mayChange: boolean }

function RetentionForm({ reader, answer, mayChange }: RetentionProps & { answer: RetentionAnswer }) {
  const form = useRetentionForm(reader, answer)
  return (
    <div data-settings-form="" className="grid min-w-0 gap-5">
      <fieldset disabled={!mayChange} className="grid min-w-0 gap-5">
        <Panel
          title="Days"
          note={`What is older is deleted every night at three, the next time on ${runWords(answer)}. It cannot be undone.`}
        >
          <ul>
            {RETAINED.map((kind) => (
              <Kept
                key={kind}
                kind={kind}
                days={form.draft[kind]}
                problem={form.problems[kind]}
                due={form.counts[kind]}
                onChange={(days) => form.edit(kind, days)}
              />
            ))}
          </ul>
        </Panel>
      </fieldset>
      <SaveBar {...form} />
      <Question {...form} />
    </div>
  )
}

/** How long calls, their transcripts and recordings, and leads are kept. */
export function RetentionSettings({ hasFailed, ...props }: RetentionProps & { hasFailed: boolean }) {
  return (
    <QueryResult
      what="How long things are kept"
      query={dashboardQuery('retention', retentionAnswer, props.reader, {})}
      hasFailed={hasFailed}
    >
      {(answer) => <RetentionForm {...props} answer={answer} />}
    </QueryResult>
  )
}
