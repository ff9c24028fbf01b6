'use client'

import { type SyntheticEvent, useId, useState } from 'react'
import type { CallChange } from '@/lib/calls/input.ts'
import type { CallRecord } from '@/lib/calls/record.ts'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
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

function HandOverForm({ id, call, onHandOver }: { id: string } & Pick<HandOverDialogProps, 'call' | 'onHandOver'>) {
  const { members, ownId, hasFailed } = useMembers()
  const [person, setPerson] = useState<string | null>(null)
  const [task, setTask] = useState(call.attention ?? '')
  const [isMissing, setIsMissing] = useState(false)
  const options = members.map(({ id: value, name }) => ({ value, label: value === ownId ? `${name} (you)` : name }))
  const handOver = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!person) return setIsMissing(true)
    onHandOver({ handedToId: person, attention: task.trim() || NO_TASK, attentionEnded: false })
  }
  return (
    <form id={id} onSubmit={handOver} className="grid gap-4">
      <div>
        <Combobox
          label="Person"
          options={options}
          value={person}
          onChange={setPerson}
          placeholder="Type a name"
          nothingFound="Nobody in your organization has this name."
        />
        {isMissing && !person && <p className="mt-1.5 font-medium text-primary">Choose a person</p>}
        {hasFailed && <p className="mt-1.5 text-muted-foreground">The names of your people could not be loaded.</p>}
      </div>
      <TextArea
        label="What is to be done"
        rows={3}
        maxLength={300}
        value={task}
        onChange={({ target }) => setTask(target.value)}
      />
    </form>
  )
}

/** Asks who looks after a call from now on, and what there is to do. */
export function HandOverDialog({ call, isOpen, onClose, onHandOver }: HandOverDialogProps) {
  const id = useId()
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(opens) => !opens && onClose()}
      title="Hand this call over"
      description="They find it under Calls, Handed to you, until somebody marks it as done."
      actions={
        <>
          <Button type="submit" form={id}>
            Hand over
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Keep it
          </Button>
        </>
      }
    >
      <HandOverForm id={id} call={call} onHandOver={onHandOver} />
    </Dialog>
  )
}
