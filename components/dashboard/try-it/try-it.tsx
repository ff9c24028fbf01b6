'use client'

import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent, useEffect, useRef } from 'react'
import {
  READY_MOMENT_NAMES,
  READY_MOMENTS,
  type ReadyMoment,
  type TryItAnswer,
  tryItAnswer,
  type TryItInput,
  LONGEST_LINE,
  MOST_LINES,
} from '@/lib/dashboard/try-it/try-it.ts'
import { AREAS } from '@/lib/platform/auth/access-table.ts'
import { endpointOf, queryKeyOf, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { dayKey, timeKey } from '@/lib/platform/time/zone.ts'
import { formatPhone, phoneHref } from '@/lib/values/phone.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Loading, NotLoaded } from '../loading.tsx'
import { sendChange, useOptimisticMutation } from '../use-optimistic-mutation.ts'
import { RemoveTest } from './remove-test.tsx'
import { UnderstoodPanel } from './understood-panel.tsx'
import { TextLink } from '../page.tsx'

const SPEAKERS = { caller: 'You, as the caller', assistant: 'The assistant' }

function Bubble({ speaker, text }: TryItAnswer['lines'][number]) {
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
  lines: TryItAnswer['lines']
  /** All lines of the caller, including lines without a reply. */
  said: readonly string[]
  isStale: boolean
  onSay: (line: string) => void
  onUndo: () => void
}

function ConversationPanel({ lines, said, isStale, onSay, onUndo }: Props) {
  const [draft, setDraft] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const count = lines.length
  useEffect(() => {
    if (count > 0) list.current?.scrollTo({ top: list.current.scrollHeight })
  }, [count])
  const say = (event: FormEvent) => {
    event.preventDefault()
    const line = draft.trim()
    if (!line) return
    setDraft('')
    onSay(line)
  }
  const isFull = said.length >= MOST_LINES
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
      <form onSubmit={say} className="mt-4 grid gap-3 border-t border-border pt-4">
        <TextField
          label="Caller says"
          value={draft}
          onChange={({ target }) => setDraft(target.value)}
          maxLength={LONGEST_LINE}
          autoComplete="off"
          disabled={isFull}
          {...(isFull && { hint: `A test conversation is limited to ${MOST_LINES} lines.` })}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" disabled={isFull}>
            Send
          </Button>
          {said.length > 0 && (
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

class NotPlayedError extends Error {
  override readonly name = 'NotPlayedError'
}

async function refusalIn(response: Response): Promise<string | undefined> {
  const answer: unknown = await response.json()
  const isSentence = typeof answer === 'object' && answer !== null && 'error' in answer
  return isSentence && typeof answer.error === 'string' ? answer.error : undefined
}

/**
 * Simulates a conversation. It is a query, because it changes nothing. It uses POST, so that the caller's words are not
 * in the URL.
 */
const tryItQuery = (reader: Reader, { at, lines }: TryItInput) => ({
  queryKey: queryKeyOf(TRY_IT, reader, { at, lines }),
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<TryItAnswer> => {
    const response = await fetch(endpointOf(TRY_IT), {
      method: 'POST',
      signal,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ at, lines }),
    })
    if (!response.ok)
      throw new NotPlayedError((await refusalIn(response)) ?? 'Something went wrong. Try again in a minute.')
    return tryItAnswer.parse(await response.json())
  },
})

type Conversation = { id: string; lines: string[] }

const newConversation = (lines: string[] = []): Conversation => ({ id: crypto.randomUUID(), lines })

type MomentChoice = ReadyMoment | 'chosen'

const MOMENTS = [
  ...READY_MOMENT_NAMES.map((value) => ({ value: value as MomentChoice, label: READY_MOMENTS[value] })),
  { value: 'chosen' as const, label: 'Custom date and time' },
]

type MomentProps = { at: string; answer: TryItAnswer; error: string | undefined; onChange: (at: string) => void }

function MomentFields({ at, answer, error, onChange }: MomentProps) {
  const ready = READY_MOMENT_NAMES.find((name) => name === at)
  const choose = (choice: MomentChoice) =>
    onChange(
      choice === 'chosen' ? `${dayKey(answer.at, answer.timeZone)}T${timeKey(answer.at, answer.timeZone)}` : choice,
    )
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Select label="Call time" options={MOMENTS} value={ready ?? 'chosen'} onChange={choose} />
      {!ready && (
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

type StoreProps = {
  at: string
  conversation: Conversation
  answer: TryItAnswer
  isStale: boolean
  onStored: () => void
}

function StoreTest({ at, conversation, answer, isStale, onStored }: StoreProps) {
  const [stored, setStored] = useState<string>()
  const { mutate, isPending } = useOptimisticMutation<void, { callId: string }>({
    send: () => sendChange('try-it/calls', 'POST', { at, ...conversation }),
    invalidates: [['dashboard']],
    failed: 'Couldn’t save the test call',
    done: (_, { callId }) => {
      setStored(callId)
      onStored()
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
        {answer.testCalls > 0 && <RemoveTest label="Delete all test calls" onRemoved={() => setStored(undefined)} />}
      </div>
      <output className="mt-3 block empty:hidden">
        {stored && (
          <>
            Saved as a test. <TextLink href={`${AREAS.calls.path}/${stored}`}>View call</TextLink> or see it on{' '}
            <TextLink href={AREAS.today.path}>{AREAS.today.label}</TextLink>.
          </>
        )}
      </output>
    </Panel>
  )
}

function WhatItIs({ answer }: { answer: TryItAnswer }) {
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
          <a href={phoneHref(answer.number)} className="text-link">
            {formatPhone(answer.number)}
          </a>
        </p>
      )}
    </Panel>
  )
}

export function TryIt({ reader, hasFailed, mayStore }: { reader: Reader; hasFailed: boolean; mayStore: boolean }) {
  const [at, setAt] = useState('now')
  const [conversation, setConversation] = useState<Conversation>({ id: '', lines: [] })
  const { lines } = conversation
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery({
    ...tryItQuery(reader, { at: at as ReadyMoment, lines }),
    placeholderData: (before: TryItAnswer | undefined) => before,
    retry: false,
    enabled: !hasFailed || lines.length > 0,
  })
  const [shown, setShown] = useState(data)
  if (data && data !== shown) setShown(data)
  if (!shown) {
    return isFetching ? (
      <Loading label="Loading: Try it" rows={8} />
    ) : (
      <NotLoaded what="Try it" retry={() => void refetch()} />
    )
  }
  const say = (line: string) => setConversation(newConversation([...lines, line]))
  // A different time starts a new conversation, which the user can save separately.
  const chooseMoment = (chosen: string) => {
    setAt(chosen)
    setConversation(newConversation(lines))
  }
  const isStale = isPlaceholderData || isFetching || error !== null
  const problem =
    error instanceof NotPlayedError ? error.message : error && 'Something went wrong. Try again in a minute.'
  return (
    <>
      <Panel title="Caller and time">
        <div className="grid gap-4">
          <MomentFields at={at} answer={shown} error={problem ?? undefined} onChange={chooseMoment} />
          <fieldset className="flex flex-wrap gap-2">
            <legend className="sr-only">Sample callers</legend>
            {shown.readyCallers.map((caller) => (
              <Button key={caller.name} variant="quiet" onClick={() => setConversation(newConversation(caller.lines))}>
                {caller.label}
              </Button>
            ))}
            {lines.length > 0 && (
              <Button variant="quiet" onClick={() => setConversation(newConversation())}>
                Start over
              </Button>
            )}
          </fieldset>
        </div>
      </Panel>
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)] lg:grid-rows-[auto_1fr] lg:items-start">
        <ConversationPanel
          lines={shown.lines}
          said={lines}
          isStale={isStale}
          onSay={say}
          onUndo={() => setConversation(newConversation(lines.slice(0, -1)))}
        />
        <div className="grid gap-5 lg:row-span-2">
          <UnderstoodPanel answer={shown} />
        </div>
        {mayStore && (
          <StoreTest
            key={conversation.id}
            at={at}
            conversation={conversation}
            answer={shown}
            isStale={isStale}
            onStored={() => void refetch()}
          />
        )}
      </div>
      <WhatItIs answer={shown} />
    </>
  )
}
