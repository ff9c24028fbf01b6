'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { READY_MOMENT_NAMES, READY_MOMENTS, type ReadyMoment, type TryItAnswer } from '@/lib/assistant/try-it.ts'
import { AREAS } from '@/lib/auth/access-table.ts'
import type { Reader } from '@/lib/query/dashboard-query.ts'
import { dayKey, timeKey } from '@/lib/time/zone.ts'
import { formatPhone, phoneHref } from '@/lib/phone.ts'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { Loading, NotLoaded } from '../loading.tsx'
import { sendChange } from '../use-optimistic-mutation.ts'
import { ConversationPanel } from './conversation-panel.tsx'
import { RemoveTest } from './remove-test.tsx'
import { UnderstoodPanel } from './understood-panel.tsx'
import { NotPlayedError, tryItQuery } from './use-try-it.ts'

type Conversation = { id: string; lines: string[] }

const newConversation = (lines: string[] = []): Conversation => ({ id: crypto.randomUUID(), lines })

type MomentChoice = ReadyMoment | 'chosen'

const MOMENTS = [
  ...READY_MOMENT_NAMES.map((value) => ({ value: value as MomentChoice, label: READY_MOMENTS[value] })),
  { value: 'chosen' as const, label: 'A day and a time' },
]

type MomentProps = { at: string; answer: TryItAnswer; error: string | undefined; onChange: (at: string) => void }

/** When the call comes: now, one of the ready times, or a day and a time by the clock of the business. */
function MomentFields({ at, answer, error, onChange }: MomentProps) {
  const ready = READY_MOMENT_NAMES.find((name) => name === at)
  const choose = (choice: MomentChoice) =>
    onChange(
      choice === 'chosen' ? `${dayKey(answer.at, answer.timeZone)}T${timeKey(answer.at, answer.timeZone)}` : choice,
    )
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Select label="When the call comes" options={MOMENTS} value={ready ?? 'chosen'} onChange={choose} />
      {!ready && (
        <TextField
          label="Day and time"
          type="datetime-local"
          value={at}
          hint={`By the clock of ${answer.timeZone.replaceAll('_', ' ')}.`}
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

/** Stores the conversation as a test call, and removes those that are there. */
function StoreTest({ at, conversation, answer, isStale, onStored }: StoreProps) {
  const [stored, setStored] = useState<string>()
  const [isStoring, setIsStoring] = useState(false)
  const cache = useQueryClient()
  const toast = useToast()
  const failed = (description: string) => toast({ title: 'The test call was not stored', description, tone: 'primary' })
  const store = async () => {
    setIsStoring(true)
    try {
      const made = await sendChange<{ callId: string }>('try-it/calls', 'POST', { at, ...conversation })
      if ('error' in made) return failed(made.error)
      setStored(made.callId)
      onStored()
      await cache.invalidateQueries({ queryKey: ['dashboard'] })
    } catch {
      // There was no answer that can be read.
      failed('The connection may be gone. Try again in a minute.')
    } finally {
      setIsStoring(false)
    }
  }
  return (
    <Panel
      title="Make this a test call"
      note="It is stored the way a real call is, and is on Today, Calls, Leads and Calendar with the mark “Test”. It counts nowhere, wakes nobody, and is not written into other calendars."
    >
      <div className="flex flex-wrap items-center gap-3">
        <Button disabled={isStoring || isStale || conversation.lines.length === 0} onClick={() => void store()}>
          Make this a test call
        </Button>
        {answer.testCalls > 0 && <RemoveTest label="Remove all test calls" onRemoved={() => setStored(undefined)} />}
      </div>
      <output className="mt-3 block empty:hidden">
        {stored && (
          <>
            Stored as a test.{' '}
            <Link href={`${AREAS.calls.path}/${stored}`} className="text-link">
              Open the call
            </Link>{' '}
            or see it on{' '}
            <Link href={AREAS.today.path} className="text-link">
              {AREAS.today.label}
            </Link>
            .
          </>
        )}
      </output>
    </Panel>
  )
}

/** What the page does, and what the voice vendor adds to it on the phone. */
function WhatItIs({ answer }: { answer: TryItAnswer }) {
  return (
    <Panel title="What is real here">
      <p className="max-w-text text-muted-foreground">
        Everything beside the call is decided by the rules of this site, which run on your real calls as well: open or
        closed, ZIP code and crew, urgency, whom to wake, windows, and the note. On the phone, the voice vendor’s model
        adds the rest: it speaks, understands free speech, and phrases. So a real call sounds different, and what counts
        is decided here. Busy times of connected calendars are not read on this page; visits on your calendar here are.
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

/** A conversation that the owner plays as the caller, with what the rules make of it beside it. */
export function TryIt({ reader, hasFailed, mayStore }: { reader: Reader; hasFailed: boolean; mayStore: boolean }) {
  const [at, setAt] = useState('now')
  const [conversation, setConversation] = useState<Conversation>({ id: '', lines: [] })
  const { lines } = conversation
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery({
    ...tryItQuery(reader, { at: at as ReadyMoment, lines }),
    // The answer of before stays until the next one is there.
    placeholderData: (before: TryItAnswer | undefined) => before,
    retry: false,
    enabled: !hasFailed || lines.length > 0,
  })
  const [shown, setShown] = useState(data)
  // A refusal, such as of a time that there is not, leaves in sight what was there.
  if (data && data !== shown) setShown(data)
  if (!shown) {
    return isFetching ? (
      <Loading label="Loading: Try it" rows={8} />
    ) : (
      <NotLoaded what="Try it" retry={() => void refetch()} />
    )
  }
  const say = (line: string) => setConversation(newConversation([...lines, line]))
  // Played at another time it is another conversation, which can be stored as well.
  const chooseMoment = (chosen: string) => {
    setAt(chosen)
    setConversation(newConversation(lines))
  }
  const isStale = isPlaceholderData || isFetching || error !== null
  const problem = error instanceof NotPlayedError ? error.message : error && 'That did not work. Try again in a minute.'
  return (
    <>
      <Panel title="Who calls, and when">
        <div className="grid gap-4">
          <MomentFields at={at} answer={shown} error={problem ?? undefined} onChange={chooseMoment} />
          <fieldset className="flex flex-wrap gap-2">
            <legend className="sr-only">Ready callers</legend>
            {shown.readyCallers.map((caller) => (
              <Button key={caller.name} variant="quiet" onClick={() => setConversation(newConversation(caller.lines))}>
                {caller.label}
              </Button>
            ))}
            {lines.length > 0 && (
              <Button variant="quiet" onClick={() => setConversation(newConversation())}>
                Start again
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
            // Another conversation has not been stored.
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
