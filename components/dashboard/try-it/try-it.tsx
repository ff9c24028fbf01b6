'use client'

import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent, useEffect, useRef } from 'react'
import {
  PRESET_MOMENT_NAMES,
  PRESET_MOMENTS,
  type PresetMoment,
  type TryItResponse,
  tryItResponse,
  type TryItInput,
  MAX_LINE_LENGTH,
  MAX_LINES,
} from '@/lib/dashboard/try-it/try-it.ts'
import { AREAS } from '@/lib/platform/auth/access-table.ts'
import { buildEndpoint, buildQueryKey, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { toDayKey, toTimeKey } from '@/lib/platform/time/zone.ts'
import { formatPhone, buildPhoneHref } from '@/lib/values/phone.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Loading, LoadError } from '../loading.tsx'
import { sendChange, useOptimisticMutation } from '../use-optimistic-mutation.ts'
import { RemoveTest } from './remove-test.tsx'
import { UnderstoodPanel } from './understood-panel.tsx'
import { TextLink } from '../page.tsx'

const SPEAKERS = { caller: 'You, as the caller', assistant: 'The assistant' }

function Bubble({ speaker, text }: TryItResponse['lines'][number]) {
  const isCaller = speaker === 'caller'
  return (
    <li className={`grid max-w-[85%] gap-0.5 ${isCaller ? 'justify-self-end text-right' : 'justify-self-start'}`}>
      <span className="text-xs text-muted-foreground">{SPEAKERS[speaker]}</span>
      <span
        className={`rounded-xl border px-3.5 py-2 text-left wrap-anywhere ${isCaller ? 'border-input bg-muted' : 'border-border bg-card'}`}
      >
        {text}
      </span>
    </li>
  )
}

type Props = {
  lines: TryItResponse['lines']
  /** All lines of the caller, including lines without a reply. */
  callerLines: readonly string[]
  isStale: boolean
  onSend: (line: string) => void
  onUndo: () => void
}

function ConversationPanel({ lines, callerLines, isStale, onSend, onUndo }: Props) {
  const [draft, setDraft] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const count = lines.length
  useEffect(() => {
    if (count > 0) list.current?.scrollTo({ top: list.current.scrollHeight })
  }, [count])
  const sendLine = (event: FormEvent) => {
    event.preventDefault()
    const line = draft.trim()
    if (!line) return
    setDraft('')
    onSend(line)
  }
  const isFull = callerLines.length >= MAX_LINES
  return (
    <Panel title="The call" note="You’re the caller. The assistant’s replies come from your settings.">
      <ol
        ref={list}
        aria-label="Conversation"
        aria-live="polite"
        aria-busy={isStale}
        // The element has a tab stop, so that keyboard users can scroll it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="grid max-h-[32rem] content-start gap-3 overflow-y-auto pr-1"
      >
        {lines.map((line, position) => (
          // The position is the key, because lines are only added at the end.
          // oxlint-disable-next-line react/no-array-index-key
          <Bubble key={position} {...line} />
        ))}
      </ol>
      <form onSubmit={sendLine} className="mt-4 grid gap-3 border-t border-border pt-4">
        <TextField
          label="Caller says"
          value={draft}
          onChange={({ target }) => setDraft(target.value)}
          maxLength={MAX_LINE_LENGTH}
          autoComplete="off"
          disabled={isFull}
          {...(isFull && { hint: `A test conversation is limited to ${MAX_LINES} lines.` })}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" disabled={isFull}>
            Send
          </Button>
          {callerLines.length > 0 && (
            <Button variant="quiet" onClick={onUndo}>
              Undo last line
            </Button>
          )}
        </div>
      </form>
    </Panel>
  )
}

const TRY_IT = 'try-it'

class TryItError extends Error {
  override readonly name = 'NotPlayedError'
}

async function parseErrorMessage(response: Response): Promise<string | undefined> {
  const body: unknown = await response.json()
  const hasError = typeof body === 'object' && body !== null && 'error' in body
  return hasError && typeof body.error === 'string' ? body.error : undefined
}

/**
 * Simulates a conversation. It is a query, because it changes nothing. It uses POST, so that the caller's words are not
 * in the URL.
 */
const buildTryItQuery = (reader: Reader, { at, lines }: TryItInput) => ({
  queryKey: buildQueryKey(TRY_IT, reader, { at, lines }),
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<TryItResponse> => {
    const response = await fetch(buildEndpoint(TRY_IT), {
      method: 'POST',
      signal,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ at, lines }),
    })
    if (!response.ok)
      throw new TryItError((await parseErrorMessage(response)) ?? 'Something went wrong. Try again in a minute.')
    return tryItResponse.parse(await response.json())
  },
})

type Conversation = { id: string; lines: string[] }

const createConversation = (lines: string[] = []): Conversation => ({ id: crypto.randomUUID(), lines })

type MomentChoice = PresetMoment | 'chosen'

const MOMENTS = [
  ...PRESET_MOMENT_NAMES.map((value) => ({ value: value as MomentChoice, label: PRESET_MOMENTS[value] })),
  { value: 'chosen' as const, label: 'Custom date and time' },
]

type MomentProps = { at: string; answer: TryItResponse; error: string | undefined; onChange: (at: string) => void }

function MomentFields({ at, answer, error, onChange }: MomentProps) {
  const preset = PRESET_MOMENT_NAMES.find((name) => name === at)
  const selectMoment = (choice: MomentChoice) =>
    onChange(
      choice === 'chosen' ? `${toDayKey(answer.at, answer.timeZone)}T${toTimeKey(answer.at, answer.timeZone)}` : choice,
    )
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Select label="Call time" options={MOMENTS} value={preset ?? 'chosen'} onChange={selectMoment} />
      {!preset && (
        <TextField
          label="Day and time"
          type="datetime-local"
          value={at}
          hint={`Time zone: ${answer.timeZone.replaceAll('_', ' ')}.`}
          onChange={({ target }) => target.value && onChange(target.value.slice(0, 16))}
        />
      )}
      {error && <p className="font-medium text-primary sm:col-span-2">{error}</p>}
    </div>
  )
}

type SaveTestProps = {
  at: string
  conversation: Conversation
  answer: TryItResponse
  isStale: boolean
  onSaved: () => void
}

function SaveTest({ at, conversation, answer, isStale, onSaved }: SaveTestProps) {
  const [savedCallId, setSavedCallId] = useState<string>()
  const { mutate, isPending } = useOptimisticMutation<void, { callId: string }>({
    send: () => sendChange('try-it/calls', 'POST', { at, ...conversation }),
    invalidates: [['dashboard']],
    failureTitle: 'Couldn’t save the test call',
    buildToast: (_, { callId }) => {
      setSavedCallId(callId)
      onSaved()
      return undefined
    },
  })
  return (
    <Panel
      title="Save as a test call"
      note="Saved like a real call and labeled “Test” in Today, Calls, Leads and Calendar. It doesn’t count toward your plan, alert anyone, or sync to other calendars."
    >
      <div className="flex flex-wrap items-center gap-3">
        <Button disabled={isPending || isStale || conversation.lines.length === 0} onClick={() => mutate()}>
          Save as a test call
        </Button>
        {answer.testCalls > 0 && (
          <RemoveTest label="Delete all test calls" onRemoved={() => setSavedCallId(undefined)} />
        )}
      </div>
      <output className="mt-3 block empty:hidden">
        {savedCallId && (
          <>
            Saved as a test. <TextLink href={`${AREAS.calls.path}/${savedCallId}`}>View call</TextLink> or see it on{' '}
            <TextLink href={AREAS.today.path}>{AREAS.today.label}</TextLink>.
          </>
        )}
      </output>
    </Panel>
  )
}

function TryItIntro({ answer }: { answer: TryItResponse }) {
  return (
    <Panel title="How this differs from a real call">
      <p className="max-w-text text-muted-foreground">
        This test uses the same rules as your real calls: hours, ZIP codes, crews, urgency, on-call, times offered and
        the call summary. Real calls use a voice AI, so the wording will differ. Connected calendars aren’t checked
        here; your Ductwise calendar is.
      </p>
      {answer.number && (
        <p className="mt-3 flex flex-wrap items-baseline gap-x-2">
          To hear it, call your line:
          <a href={buildPhoneHref(answer.number)} className="text-link">
            {formatPhone(answer.number)}
          </a>
        </p>
      )}
    </Panel>
  )
}

export function TryIt({ reader, hasFailed, canSave }: { reader: Reader; hasFailed: boolean; canSave: boolean }) {
  const [moment, setMoment] = useState('now')
  const [conversation, setConversation] = useState<Conversation>({ id: '', lines: [] })
  const { lines } = conversation
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery({
    ...buildTryItQuery(reader, { at: moment as PresetMoment, lines }),
    placeholderData: (previous: TryItResponse | undefined) => previous,
    retry: false,
    enabled: !hasFailed || lines.length > 0,
  })
  const [displayedAnswer, setDisplayedAnswer] = useState(data)
  if (data && data !== displayedAnswer) setDisplayedAnswer(data)
  if (!displayedAnswer) {
    return isFetching ? (
      <Loading label="Loading test conversation" rows={8} />
    ) : (
      <LoadError subject="Try it" retry={() => void refetch()} />
    )
  }
  const addLine = (line: string) => setConversation(createConversation([...lines, line]))
  // A different time starts a new conversation, which the user can save separately.
  const changeMoment = (newMoment: string) => {
    setMoment(newMoment)
    setConversation(createConversation(lines))
  }
  const isStale = isPlaceholderData || isFetching || error !== null
  const problem = error instanceof TryItError ? error.message : error && 'Something went wrong. Try again in a minute.'
  return (
    <>
      <Panel title="Caller and time">
        <div className="grid gap-4">
          <MomentFields at={moment} answer={displayedAnswer} error={problem ?? undefined} onChange={changeMoment} />
          <fieldset className="flex flex-wrap gap-2">
            <legend className="sr-only">Sample callers</legend>
            {displayedAnswer.readyCallers.map((caller) => (
              <Button
                key={caller.name}
                variant="quiet"
                onClick={() => setConversation(createConversation(caller.lines))}
              >
                {caller.label}
              </Button>
            ))}
            {lines.length > 0 && (
              <Button variant="quiet" onClick={() => setConversation(createConversation())}>
                Start over
              </Button>
            )}
          </fieldset>
        </div>
      </Panel>
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)] lg:grid-rows-[auto_1fr] lg:items-start">
        <ConversationPanel
          lines={displayedAnswer.lines}
          callerLines={lines}
          isStale={isStale}
          onSend={addLine}
          onUndo={() => setConversation(createConversation(lines.slice(0, -1)))}
        />
        <div className="grid gap-5 lg:row-span-2">
          <UnderstoodPanel answer={displayedAnswer} />
        </div>
        {canSave && (
          <SaveTest
            key={conversation.id}
            at={moment}
            conversation={conversation}
            answer={displayedAnswer}
            isStale={isStale}
            onSaved={() => void refetch()}
          />
        )}
      </div>
      <TryItIntro answer={displayedAnswer} />
    </>
  )
}
