'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { CALL_FACTS } from '@/lib/calls/call.ts'
import type { PlacedFact } from '@/lib/calls/facts.ts'
import type { FactCorrection } from '@/lib/calls/input.ts'
import { storableText } from '@/lib/fields.ts'
import { URGENCIES } from '@/lib/leads/lead.ts'
import { z } from '@/lib/zod.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
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

const correction = z.object({ value: storableText(200, 'Write what was meant') })

type CorrectFormProps = { fact: PlacedFact } & Pick<CorrectDialogProps, 'onClose' | 'onCorrect'>

function CorrectForm({ fact, onClose, onCorrect }: CorrectFormProps) {
  const { line, field } = fact
  const { register, control, handleSubmit, formState } = useForm({
    resolver: zodResolver(correction),
    defaultValues: fact,
  })
  const { errors } = formState
  return (
    <form onSubmit={handleSubmit(({ value }) => onCorrect({ line, field, value }))}>
      {field === 'urgency' ? (
        <Controller
          name="value"
          control={control}
          render={({ field: { value, onChange } }) => (
            <Select
              label="What was meant"
              options={urgencies}
              // One of the words that the lists of leads and calls know; another one stays until somebody chooses.
              value={urgencies.some((option) => option.value === value) ? value : null}
              onChange={onChange}
            />
          )}
        />
      ) : (
        <TextField
          {...register('value')}
          label="What was meant"
          maxLength={200}
          autoComplete="off"
          error={errors.value?.message}
        />
      )}
      <DialogActions>
        <Button type="submit">Correct</Button>
        <Button variant="quiet" onClick={onClose}>
          Leave it
        </Button>
      </DialogActions>
    </form>
  )
}

/** Asks what was meant in place of what was understood. */
export function CorrectDialog({ fact, heard, onClose, onCorrect }: CorrectDialogProps) {
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
    >
      <CorrectForm
        key={`${shown.line} ${shown.field} ${shown.value}`}
        fact={shown}
        onClose={onClose}
        onCorrect={onCorrect}
      />
    </Dialog>
  )
}
