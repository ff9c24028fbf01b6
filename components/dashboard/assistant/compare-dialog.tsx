'use client'

import { compareInstructions, type Difference, type Entry, INSTRUCTION_FIELDS } from '@/lib/assistant/compare.ts'
import { type Instructions, LANGUAGES } from '@/lib/assistant/instructions.ts'
import { type AssistantRecord, versionRecord } from '@/lib/assistant/record.ts'
import { dashboardQuery, type Reader } from '@/lib/query/dashboard-query.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { QueryResult } from '../loading.tsx'

const isLanguage = (text: string): text is keyof typeof LANGUAGES => Object.hasOwn(LANGUAGES, text)

type EntriesProps = { title: string; entries: Entry[]; isNow: boolean; isLanguages: boolean }

/** Lines that only one of the two has, which the title and the mark say without a colour. */
function Entries({ title, entries, isNow, isLanguages }: EntriesProps) {
  if (entries.length === 0) return null
  const Changed = isNow ? 'ins' : 'del'
  return (
    <>
      <h4 className="mt-2 text-sm font-medium text-muted-foreground">{title}</h4>
      <ul>
        {entries.map(({ text, words }, position) => (
          // The same line can stand here twice, and none changes its place.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={position} className="flex gap-2 py-1">
            <Icon
              name={isNow ? 'plus' : 'minus'}
              size={16}
              className={`mt-1 flex-none ${isNow ? 'text-accent' : 'text-primary'}`}
            />
            <Changed className="min-w-0 wrap-anywhere no-underline">
              {isLanguages && isLanguage(text) ? LANGUAGES[text] : text}
              {words !== undefined && <span className="block text-muted-foreground">{words}</span>}
            </Changed>
          </li>
        ))}
      </ul>
    </>
  )
}

/** What differs where both have the same lines. */
function orderWords(field: Difference['field'], { languages: [first] }: Instructions): string {
  return field === 'languages' && first
    ? `${LANGUAGES[first]} is spoken first now.`
    : 'The same lines, in another order.'
}

type DifferencesProps = { name: string; earlier: Instructions; now: Instructions }

function Differences({ name, earlier, now }: DifferencesProps) {
  const differences = compareInstructions(earlier, now)
  if (differences.length === 0) return <p>Both say the same.</p>
  return differences.map(({ field, removed, added }) => (
    <section key={field} className="border-t border-border py-4 first:border-t-0 first:pt-0">
      <h3 className="text-base leading-tight tracking-normal">{INSTRUCTION_FIELDS[field]}</h3>
      <Entries title={`Only in ${name}`} entries={removed} isNow={false} isLanguages={field === 'languages'} />
      <Entries title="Only now" entries={added} isNow isLanguages={field === 'languages'} />
      {removed.length === 0 && added.length === 0 && (
        <p className="mt-2 text-muted-foreground">{orderWords(field, now)}</p>
      )}
    </section>
  ))
}

type CompareDialogProps = {
  reader: Reader
  number: number
  name: string
  /** What holds now. */
  current: AssistantRecord
  onClose: () => void
}

/** How a version differs from what holds now, field by field. */
export function CompareDialog({ reader, number, name, current, onClose }: CompareDialogProps) {
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`${name} and what holds now`}
      description={`What holds now is version ${current.version}.`}
      actions={
        <Button variant="quiet" onClick={onClose}>
          Close
        </Button>
      }
    >
      <QueryResult
        what="This version"
        query={dashboardQuery(`assistant/versions/${number}`, versionRecord, reader)}
        hasFailed={false}
      >
        {({ instructions }) => (
          <Differences
            name={number === 0 ? 'the beginning' : `version ${number}`}
            earlier={instructions}
            now={current.instructions}
          />
        )}
      </QueryResult>
    </Dialog>
  )
}
