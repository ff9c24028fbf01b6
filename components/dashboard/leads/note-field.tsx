import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import type { Member } from '../account-context.ts'
import { TextArea } from '../../ui/text-field.tsx'
import { itemClass } from '../../ui/popup.ts'

const MAX_SUGGESTIONS = 6

/** Matches `@` and the start of a name before the cursor. */
const MENTION_START = /(?:^|\s)@([\p{L}\p{N}][\p{L}\p{N} '’.-]{0,60})?$/u

type Search = { query: string; start: number }

function findSearch({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Search | undefined {
  if (selectionStart !== selectionEnd) return undefined
  const match = MENTION_START.exec(value.slice(0, selectionStart))
  if (!match) return undefined
  const query = match[1] ?? ''
  return { query, start: selectionStart - query.length - 1 }
}

const matchesName = ({ name }: Member, query: string): boolean =>
  ` ${name}`.toLowerCase().includes(` ${query.toLowerCase()}`)

type NoteFieldProps = ComponentProps<typeof TextArea> & {
  members: readonly Member[]
  onMention: (member: Member) => void
}

/**
 * Renders a text area that suggests members after `@`. The focus stays in the text area, and screen readers announce the
 * selected member.
 */
export function NoteField({ members, onMention, ...props }: NoteFieldProps) {
  const [field, setField] = useState<HTMLTextAreaElement>()
  const [search, setSearch] = useState<Search>()
  const [selectedIndex, setSelectedIndex] = useState(0)
  const suggestions = search
    ? members.filter((member) => matchesName(member, search.query)).slice(0, MAX_SUGGESTIONS)
    : []
  const isOpen = suggestions.length > 0
  const selectedMember = suggestions[selectedIndex]

  const updateSearch = (textArea: HTMLTextAreaElement) => {
    setField(textArea)
    setSearch(findSearch(textArea))
    setSelectedIndex(0)
  }
  const insertMention = (member: Member) => {
    if (!field || !search) return
    field.setRangeText(`@${member.name} `, search.start, field.selectionStart, 'end')
    setSearch(undefined)
    onMention(member)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const handleKey = (event: KeyboardEvent) => {
    if (!isOpen) return
    if (event.key === 'ArrowDown') setSelectedIndex((selectedIndex + 1) % suggestions.length)
    else if (event.key === 'ArrowUp') setSelectedIndex((selectedIndex + suggestions.length - 1) % suggestions.length)
    else if (event.key === 'Escape') setSearch(undefined)
    else if ((event.key === 'Enter' || event.key === 'Tab') && selectedMember) insertMention(selectedMember)
    else return
    event.preventDefault()
  }
  return (
    <div className="relative">
      <TextArea
        {...props}
        onInput={({ currentTarget }) => updateSearch(currentTarget)}
        onKeyDown={handleKey}
        onBlur={(event) => {
          setSearch(undefined)
          void props.onBlur?.(event)
        }}
      />
      <output className="sr-only">
        {selectedMember && `Mention ${selectedMember.name}, ${selectedIndex + 1} of ${suggestions.length}`}
      </output>
      {isOpen && (
        <ul
          aria-label="Teammates"
          className="floating absolute inset-x-0 top-full z-10 mt-1 max-w-sm rounded-xl border border-input bg-card p-1"
        >
          {suggestions.map((member, index) => (
            <li key={member.id}>
              <button
                type="button"
                tabIndex={-1}
                data-highlighted={index === selectedIndex || undefined}
                className={`${itemClass} w-full text-left`}
                // Keeps the focus in the text area.
                onMouseDown={(event) => event.preventDefault()}
                onMouseMove={() => setSelectedIndex(index)}
                onClick={() => insertMention(member)}
              >
                {member.name}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
