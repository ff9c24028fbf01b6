import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { MoveButtons, useOrderedRows } from '../settings/ordered-rows.tsx'
import type { Problems } from '../use-versioned-form.ts'
import type { Pair } from './assistant-form.ts'

type PairLabels = {
  /** Name of one row, such as "question". */
  one: string
  text: string
  words: string
  textPlaceholder: string
  wordsPlaceholder: string
  add: string
}

type PairLengths = { text: number; words: number }

type RowProps = {
  pair: Pair
  position: number
  count: number
  labels: PairLabels
  lengths: PairLengths
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
        <MoveButtons name={name} position={position} count={count} onMove={onMove} />
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
  labels: PairLabels
  lengths: PairLengths
  maxPairs: number
  problems: Problems
  path: string
  fields: { text: string; words: string }
  canChange: boolean
}

export function PairList({
  pairs,
  onChange,
  labels,
  lengths,
  maxPairs,
  problems,
  path,
  fields,
  canChange,
}: PairListProps) {
  const addButton = useRef<HTMLButtonElement>(null)
  const formatPairName = (pair: Pair | undefined) => pair?.text.trim() || `This ${labels.one}`
  const { list, said, setSaid, add, move } = useOrderedRows(pairs, onChange, formatPairName)
  const remove = (position: number) => {
    const pair = pairs[position]
    flushSync(() => onChange(pairs.toSpliced(position, 1)))
    addButton.current?.focus()
    setSaid(`${formatPairName(pair)} was removed.`)
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
              onMove={(step) => move(position, step)}
              onRemove={() => remove(position)}
            />
          ))}
        </ul>
      )}
      {pairs.length === 0 && !canChange && <p className="text-muted-foreground">None.</p>}
      {problems[path] && <p className="mt-3 font-medium text-primary">{problems[path]}</p>}
      {canChange && (
        <p className={pairs.length > 0 ? 'mt-2' : ''}>
          <Button
            ref={addButton}
            variant="quiet"
            disabled={pairs.length >= maxPairs}
            onClick={() => add({ text: '', words: '' })}
          >
            {labels.add}
          </Button>
        </p>
      )}
      <output className="sr-only">{said}</output>
    </>
  )
}
