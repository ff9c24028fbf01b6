'use client'

import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import type { Problems } from '../settings/use-settings-form.ts'
import type { Pair } from './assistant-draft.ts'

type Words = {
  /** What a row is called: "question". */
  one: string
  /** Labels of its two fields. */
  text: string
  words: string
  textPlaceholder: string
  wordsPlaceholder: string
  /** On the button below. */
  add: string
}

/** Characters that its two fields take. */
type Lengths = { text: number; words: number }

type RowProps = {
  pair: Pair
  position: number
  count: number
  labels: Words
  lengths: Lengths
  errors: { text: string | undefined; words: string | undefined }
  onChange: (part: Partial<Pair>) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

function Row({ pair, position, count, labels, lengths, errors, onChange, onMove, onRemove }: RowProps) {
  const name = pair.text.trim() || `${labels.one} ${position + 1}`
  return (
    <li className="grid grid-cols-1 gap-x-4 gap-y-3 border-t border-border py-4 sm:grid-cols-[minmax(0,1fr)_auto] first:border-t-0 first:pt-0">
      <TextField
        label={labels.text}
        autoComplete="off"
        placeholder={labels.textPlaceholder}
        maxLength={lengths.text}
        value={pair.text}
        error={errors.text}
        onChange={({ target }) => onChange({ text: target.value })}
      />
      <div className="col-span-full">
        <TextArea
          label={labels.words}
          rows={2}
          placeholder={labels.wordsPlaceholder}
          maxLength={lengths.words}
          value={pair.words}
          error={errors.words}
          onChange={({ target }) => onChange({ words: target.value })}
        />
      </div>
      <div className="col-span-full flex justify-end sm:col-span-1 sm:col-start-2 sm:row-start-1 sm:pt-6.5">
        <IconButton aria-label={`Move ${name} up`} data-move="-1" disabled={position === 0} onClick={() => onMove(-1)}>
          <Icon name="up" size={18} />
        </IconButton>
        <IconButton
          aria-label={`Move ${name} down`}
          data-move="1"
          disabled={position === count - 1}
          onClick={() => onMove(1)}
        >
          <Icon name="down" size={18} />
        </IconButton>
        <IconButton aria-label={`Remove ${name}`} onClick={onRemove}>
          <Icon name="trash" size={18} />
        </IconButton>
      </div>
    </li>
  )
}

type PairListProps = {
  pairs: readonly Pair[]
  onChange: (pairs: Pair[]) => void
  labels: Words
  lengths: Lengths
  most: number
  problems: Problems
  /** Where the schema has the list and the two fields of a row. */
  path: string
  fields: { text: string; words: string }
  mayChange: boolean
}

/** Lines with what is said of each, in an order that is changed by buttons. */
export function PairList({ pairs, onChange, labels, lengths, most, problems, path, fields, mayChange }: PairListProps) {
  const list = useRef<HTMLUListElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  const [said, setSaid] = useState('')

  const append = () => {
    const key = Math.max(-1, ...pairs.map((pair) => pair.key)) + 1
    flushSync(() => onChange([...pairs, { key, text: '', words: '' }]))
    list.current?.lastElementChild?.querySelector('input')?.focus()
  }

  /** The button stays under the finger: pressed again, it moves the same row on. */
  const move = (from: number, by: -1 | 1) => {
    const to = from + by
    const [pair, other] = [pairs[from], pairs[to]]
    if (!pair || !other) return
    flushSync(() => onChange(pairs.with(from, other).with(to, pair)))
    const row = list.current?.children[to]
    const button = row?.querySelector<HTMLButtonElement>(`[data-move="${by}"]:not(:disabled)`)
    const opposite = row?.querySelector<HTMLButtonElement>(`[data-move="${-by}"]`)
    ;(button ?? opposite)?.focus()
    setSaid(`${pair.text.trim() || `This ${labels.one}`} is now number ${to + 1} of ${pairs.length}.`)
  }

  const remove = (position: number) => {
    const pair = pairs[position]
    flushSync(() => onChange(pairs.toSpliced(position, 1)))
    add.current?.focus()
    setSaid(`${pair?.text.trim() || `This ${labels.one}`} was removed.`)
  }

  return (
    <>
      {pairs.length > 0 && (
        <ul ref={list}>
          {pairs.map((pair, position) => (
            <Row
              key={pair.key}
              pair={pair}
              position={position}
              count={pairs.length}
              labels={labels}
              lengths={lengths}
              errors={{
                text: problems[`${path}.${position}.${fields.text}`],
                words: problems[`${path}.${position}.${fields.words}`],
              }}
              onChange={(part) => onChange(pairs.with(position, { ...pair, ...part }))}
              onMove={(by) => move(position, by)}
              onRemove={() => remove(position)}
            />
          ))}
        </ul>
      )}
      {pairs.length === 0 && !mayChange && <p className="text-muted-foreground">None.</p>}
      {problems[path] && <p className="mt-3 font-medium text-primary">{problems[path]}</p>}
      {mayChange && (
        <p className={pairs.length > 0 ? 'mt-2' : ''}>
          <Button ref={add} variant="quiet" disabled={pairs.length >= most} onClick={append}>
            {labels.add}
          </Button>
        </p>
      )}
      <output className="sr-only">{said}</output>
    </>
  )
}
