'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { Controller, useForm } from 'react-hook-form'
import type { CallChange } from '@/lib/calls/input.ts'
import type { CallRecord } from '@/lib/calls/record.ts'
import { z } from '@/lib/zod.ts'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/text-field.tsx'
import { useMembers } from '../use-members.ts'

/** Said where nobody wrote what is to be done. */
const NO_TASK = 'Handed over to be looked at.'

type HandOverDialogProps = {
  call: CallRecord
  isOpen: boolean
  onClose: () => void
  onHandOver: (change: Pick<CallChange, 'handedToId' | 'attention' | 'attentionEnded'>) => void
}

const handover = z.object({ handedToId: z.string('Choose a person'), attention: z.string().trim() })

function HandOverForm({ call, onClose, onHandOver }: Omit<HandOverDialogProps, 'isOpen'>) {
  const { members, ownId, hasFailed } = useMembers()
  const { register, control, handleSubmit, formState } = useForm({
    resolver: zodResolver(handover),
    defaultValues: { attention: call.attention ?? '' },
  })
  const { errors } = formState
  const options = members.map(({ id: value, name }) => ({ value, label: value === ownId ? `${name} (you)` : name }))
  const handOver = handleSubmit(({ handedToId, attention }) =>
    onHandOver({ handedToId, attention: attention || NO_TASK, attentionEnded: false }),
  )
  return (
    <form onSubmit={handOver} className="grid gap-4">
      <div>
        <Controller
          name="handedToId"
          control={control}
          render={({ field: { value, onChange } }) => (
            <Combobox
              label="Person"
              options={options}
              value={value}
              onChange={onChange}
              placeholder="Type a name"
              nothingFound="Nobody in your organization has this name."
            />
          )}
        />
        {errors.handedToId && <p className="mt-1.5 font-medium text-primary">{errors.handedToId.message}</p>}
        {hasFailed && <p className="mt-1.5 text-muted-foreground">The names of your people could not be loaded.</p>}
      </div>
      <TextArea {...register('attention')} label="What is to be done" rows={3} maxLength={300} />
      <DialogActions className="mt-2">
        <Button type="submit">Hand over</Button>
        <Button variant="quiet" onClick={onClose}>
          Keep it
        </Button>
      </DialogActions>
    </form>
  )
}

/** Asks who looks after a call from now on, and what there is to do. */
export function HandOverDialog({ isOpen, ...props }: HandOverDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(opens) => !opens && props.onClose()}
      title="Hand this call over"
      description="They find it under Calls, Handed to you, until somebody marks it as done."
    >
      <HandOverForm {...props} />
    </Dialog>
  )
}
