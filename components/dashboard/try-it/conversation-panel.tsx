'use client'

import { type FormEvent, useEffect, useRef, useState } from 'react'
import { LONGEST_LINE, MOST_LINES, type TryItAnswer } from '@/lib/assistant/try-it.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { TextField } from '../../ui/text-field.tsx'

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
  /** Lines of the caller so far, also those that have not been answered yet. */
  said: readonly string[]
  isStale: boolean
  onSay: (line: string) => void
  onUndo: () => void
}

/** The conversation, as a phone shows messages, and the field for what the caller says next. */
export function ConversationPanel({ lines, said, isStale, onSay, onUndo }: Props) {
  const [draft, setDraft] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const count = lines.length
  useEffect(() => {
    // Only the list is scrolled, so that the page stays where somebody reads it.
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
    <Panel title="The call" note="You are the caller. What the assistant says here is decided by your settings.">
      <ol
        ref={list}
        aria-label="Conversation"
        aria-live="polite"
        aria-busy={isStale}
        // What scrolls is reached with the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="grid max-h-[32rem] content-start gap-3 overflow-y-auto pr-1"
      >
        {lines.map((line, position) => (
          // Lines are only added at the end.
          // oxlint-disable-next-line react/no-array-index-key
          <Bubble key={position} {...line} />
        ))}
      </ol>
      <form onSubmit={say} className="mt-4 grid gap-3 border-t border-border pt-4">
        <TextField
          label="What the caller says"
          value={draft}
          onChange={({ target }) => setDraft(target.value)}
          maxLength={LONGEST_LINE}
          autoComplete="off"
          disabled={isFull}
          {...(isFull && { hint: `A conversation has at most ${MOST_LINES} lines here.` })}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" disabled={isFull}>
            Say it
          </Button>
          {said.length > 0 && (
            <Button variant="quiet" onClick={onUndo}>
              Take the last line back
            </Button>
          )}
        </div>
      </form>
    </Panel>
  )
}
