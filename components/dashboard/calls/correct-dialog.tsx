'use client'

import { type SyntheticEvent, useId, useState } from 'react'
import { CALL_FACTS } from '@/lib/calls/call.ts'
import type { PlacedFact } from '@/lib/calls/facts.ts'
import type { FactCorrection } from '@/lib/calls/input.ts'
import { URGENCIES } from '@/lib/leads/lead.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'

const urgencies = Object.values(URGENCIES).map((label) => ({ value: label, label }))

type CorrectDialogProps = {
  /** The fact that is corrected; undefined while the dialog is closed. */
  fact: PlacedFact | undefined
  /** The words in which it was heard. */
  heard: string | undefined
  onClose: () => void
  onCorrect: (correction: FactCorrection) => void
}

function CorrectForm({
  id,
  fact,
  onCorrect,
}: {
  id: string
  fact: PlacedFact
  onCorrect: CorrectDialogProps['onCorrect']
}) {
  const [value, setValue] = useState(fact.value)
  const [error, setError] = useState<string>()
  const correct = (event: SyntheticEvent) => {
    event.preventDefault()
    const meant = value.trim()
    if (!meant) return setError('Write what was meant')
    onCorrect({ line: fact.line, field: fact.field, value: meant })
  }
  // One of the words that the lists of leads and calls know; another one stays until somebody chooses.
  const isUrgency = fact.field === 'urgency'
  return (
    <form id={id} onSubmit={correct}>
      {isUrgency ? (
        <Select
          label="What was meant"
          options={urgencies}
          value={urgencies.some((option) => option.value === value) ? value : null}
          onChange={setValue}
        />
      ) : (
        <TextField
          label="What was meant"
          value={value}
          maxLength={200}
          autoComplete="off"
          error={error}
          onChange={({ target }) => setValue(target.value)}
        />
      )}
    </form>
  )
}

/** Asks what was meant in place of what was understood. */
export function CorrectDialog({ fact, heard, onClose, onCorrect }: CorrectDialogProps) {
  const id = useId()
  // While it closes, it shows what it showed.
  const [shown, setShown] = useState(fact)
  if (fact && fact !== shown) setShown(fact)
  if (!shown) return null
  return (
    <Dialog
      isOpen={fact !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Correct: ${CALL_FACTS[shown.field]}`}
      description={heard && `Heard as “${heard}”. The words of the transcript stay as they are.`}
      actions={
        <>
          <Button type="submit" form={id}>
            Correct
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Leave it
          </Button>
        </>
      }
    >
      <CorrectForm key={`${shown.line} ${shown.field} ${shown.value}`} id={id} fact={shown} onCorrect={onCorrect} />
    </Dialog>
  )
}
