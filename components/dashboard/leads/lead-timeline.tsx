import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { buildStorableTextSchema } from '@/lib/values/fields.ts'
import type { LeadPage, TimelineEntry } from '@/lib/dashboard/leads/record.ts'
import { decodeMentions, encodeMentions } from '@/lib/dashboard/leads/mentions.ts'
import type { Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { formatDateTime } from '@/lib/platform/time/zone.ts'
import { z } from '@/lib/values/zod.ts'
import { Button } from '../../ui/button.tsx'
import { useMembers } from '../use-account.ts'
import type { Member } from '../account-context.ts'
import { NoteField } from './note-field.tsx'
import { formatActor, describeEvent } from './lead-format.ts'
import { useNote } from './use-leads.ts'

type EntryProps = { entry: TimelineEntry; zone: string; getMemberName: (id: string) => string | undefined }

function Entry({ entry, zone, getMemberName }: EntryProps) {
  const actor = formatActor(entry, getMemberName)
  const timestamp = (
    <time dateTime={entry.at} className="text-muted-foreground">
      {formatDateTime(entry.at, zone)}
    </time>
  )
  const isNote = entry.kind === 'note'
  return (
    <li
      className={`relative pb-4.5 pl-6 before:absolute before:top-1.75 before:left-0 before:size-2 before:rounded-full after:absolute after:top-5 after:-bottom-0.5 after:left-[0.21875rem] after:w-px after:bg-border last:pb-0 last:after:hidden ${isNote ? 'before:bg-foreground' : 'before:bg-input'}`}
    >
      <p className="flex justify-between gap-x-4 max-sm:flex-col">
        <span>
          <span className="font-medium">{actor}</span>
          {!isNote && ` ${describeEvent(entry)}`}
        </span>{' '}
        {timestamp}
      </p>
      {isNote && (
        <p className="mt-1 max-w-text rounded-lg bg-muted px-3.5 py-2.5 wrap-anywhere whitespace-pre-wrap">
          {decodeMentions(entry.text, getMemberName)}
        </p>
      )}
    </li>
  )
}

const MAX_NOTE_LENGTH = 4_000

const noteSchema = z.object({ text: buildStorableTextSchema(MAX_NOTE_LENGTH, 'Enter a note first') })

function NoteForm({ page, reader }: { page: LeadPage; reader: Reader }) {
  const { register, handleSubmit, reset, getValues, setValue, formState } = useForm({
    resolver: zodResolver(noteSchema),
    defaultValues: { text: '' },
  })
  const { errors } = formState
  const { members, viewerId } = useMembers()
  // The last mention comes first, because it decides between members with the same name.
  const [mentioned, setMentioned] = useState<Member[]>([])
  const { mutate } = useNote(page.lead, reader, viewerId)
  const submit = handleSubmit(({ text }) => {
    reset()
    mutate(encodeMentions(text, [...mentioned, ...members]), {
      onError: () => !getValues('text') && setValue('text', text),
    })
  })
  return (
    <form className="grid gap-3" onSubmit={submit} noValidate>
      <NoteField
        {...register('text')}
        members={members.filter(({ id }) => id !== viewerId)}
        onMention={(member) => setMentioned((earlier) => [member, ...earlier])}
        label="Write a note"
        isLabelHidden
        placeholder="Details for your team, such as a gate code or a dog. Type @ to mention a teammate."
        rows={2}
        maxLength={MAX_NOTE_LENGTH}
        error={errors.text?.message}
      />
      <div>
        <Button type="submit" variant="quiet">
          Add note
        </Button>
      </div>
    </form>
  )
}

export function LeadTimeline({ page, reader, canManage }: { page: LeadPage; reader: Reader; canManage: boolean }) {
  const { getName } = useMembers()
  return (
    <>
      {canManage && <NoteForm page={page} reader={reader} />}
      {page.timeline.length > 0 ? (
        <ol className="mt-5" aria-label="History">
          {page.timeline.map((entry) => (
            <Entry key={entry.id} entry={entry} zone={page.timeZone} getMemberName={getName} />
          ))}
        </ol>
      ) : (
        <p className="mt-4 text-muted-foreground">No activity yet.</p>
      )}
    </>
  )
}
