'use client'

import { type SubmitEvent, useState } from 'react'
import type { LeadPage, TimelineEntry } from '@/lib/leads/record.ts'
import type { Reader } from '@/lib/query/dashboard-query.ts'
import { formatDateTime } from '@/lib/time/zone.ts'
import { Button } from '../../ui/button.tsx'
import { useMembers } from '../use-members.ts'
import { TextArea } from '../../ui/text-field.tsx'
import { actorWords, eventWords } from './lead-words.ts'
import { useNote } from './use-leads.ts'

type EntryProps = { entry: TimelineEntry; zone: string; nameOf: (id: string) => string | undefined }

function Entry({ entry, zone, nameOf }: EntryProps) {
  const who = actorWords(entry, nameOf)
  const when = (
    <time dateTime={entry.at} className="text-muted-foreground">
      {formatDateTime(entry.at, zone)}
    </time>
  )
  const isNote = entry.kind === 'note'
  return (
    <li
      className={`relative pb-4.5 pl-6 before:absolute before:top-1.75 before:left-0 before:size-2 before:rounded-full after:absolute after:top-5 after:-bottom-0.5 after:left-[0.21875rem] after:w-px after:bg-border last:pb-0 last:after:hidden ${isNote ? 'before:bg-foreground' : 'before:bg-input'}`}
    >
      <p className="flex flex-wrap justify-between gap-x-4">
        <span>
          <span className="font-medium">{who}</span>
          {!isNote && ` ${eventWords(entry)}`}
        </span>{' '}
        {when}
      </p>
      {isNote && (
        <p className="mt-1 max-w-text rounded-lg bg-muted px-3.5 py-2.5 wrap-anywhere whitespace-pre-wrap">
          {entry.text}
        </p>
      )}
    </li>
  )
}

type NoteFormProps = { page: LeadPage; reader: Reader }

const MAX_NOTE = 4_000

function NoteForm({ page, reader }: NoteFormProps) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const { ownId } = useMembers()
  const { mutate } = useNote(page.lead, reader, ownId)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const written = text.trim()
    if (!written) {
      setError('Write something first')
      return
    }
    setText('')
    // What was written is not lost when it could not be stored.
    mutate(written, { onError: () => setText((present) => present || written) })
  }
  return (
    <form className="grid gap-3" onSubmit={submit} noValidate>
      <TextArea
        label="Write a note"
        isLabelHidden
        placeholder="What the others should know, such as a gate code or a dog"
        rows={2}
        maxLength={MAX_NOTE}
        value={text}
        error={error}
        onChange={({ target }) => {
          setText(target.value)
          setError(undefined)
        }}
      />
      <div>
        <Button type="submit" variant="quiet">
          Add note
        </Button>
      </div>
    </form>
  )
}

type LeadTimelineProps = { page: LeadPage; reader: Reader; mayManage: boolean }

/** What happened to a lead and what people wrote about it, newest first. */
export function LeadTimeline({ page, reader, mayManage }: LeadTimelineProps) {
  const { nameOf } = useMembers()
  return (
    <>
      {mayManage && <NoteForm page={page} reader={reader} />}
      {page.timeline.length > 0 ? (
        <ol className="mt-5" aria-label="What happened">
          {page.timeline.map((entry) => (
            <Entry key={entry.id} entry={entry} zone={page.timeZone} nameOf={nameOf} />
          ))}
        </ol>
      ) : (
        <p className="mt-4 text-muted-foreground">Nothing is in the log about this lead yet.</p>
      )}
    </>
  )
}
