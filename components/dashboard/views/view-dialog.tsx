import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { z } from 'zod'
import type { ViewedList } from '@/lib/dashboard/model/saved-view.ts'
import { buildQueryKey, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { MAX_VIEW_NAME_LENGTH, viewRecord, type ViewRecord } from '@/lib/dashboard/views/input.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog, FormActions } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { type Failure, sendChange, UNREACHABLE_MESSAGE } from '../use-optimistic-mutation.ts'

const savedSchema = z.object({ view: viewRecord })

type ViewDialogProps = {
  list: ViewedList
  reader: Reader
  /** Current filters of the list. */
  query: string
  /** The view to edit. A new view is created if omitted. */
  view: ViewRecord | undefined
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  onCreated: (view: ViewRecord) => void
}

type FormProps = Omit<ViewDialogProps, 'isOpen'>

function ViewForm({ list, reader, query, view, onOpenChange, onCreated }: FormProps) {
  const cache = useQueryClient()
  const toast = useToast()
  const [name, setName] = useState(view?.name ?? '')
  const [isShared, setIsShared] = useState(view?.isShared ?? false)
  const [problem, setProblem] = useState<string>()
  const [isSaving, setIsSaving] = useState(false)
  // Only its creator can make a shared view private, because it would disappear for everyone else.
  const isShareFixed = view?.isShared === true && view.createdById !== reader.userId

  const send = (): Promise<object> =>
    view
      ? sendChange(`views/${view.id}`, 'PATCH', { version: view.version, name, isShared })
      : sendChange('views', 'POST', { list, name, query, isShared })

  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    if (!name.trim()) return setProblem('Enter a name for the view')
    setIsSaving(true)
    const result = await send().catch((): Failure => {
      // The request failed because of the network. The form keeps its values, and the message explains how to retry.
      return { error: UNREACHABLE_MESSAGE }
    })
    await cache.invalidateQueries({ queryKey: buildQueryKey('views', reader) })
    setIsSaving(false)
    const { success, data } = savedSchema.safeParse(result)
    if (!success) return setProblem((result as Failure).error)
    onOpenChange(false)
    if (!view) onCreated(data.view)
    toast({ title: view ? `“${data.view.name}” changed` : `“${data.view.name}” saved`, tone: 'accent' })
  }
  return (
    <form onSubmit={(event) => void save(event)} noValidate className="grid gap-5">
      <TextField
        label="Name"
        value={name}
        maxLength={MAX_VIEW_NAME_LENGTH}
        autoComplete="off"
        error={problem}
        onChange={({ target }) => {
          setName(target.value)
          setProblem(undefined)
        }}
      />
      <label className="flex min-h-11 items-center gap-3 lg:min-h-9">
        <Checkbox checked={isShared} disabled={isShareFixed} onChange={({ target }) => setIsShared(target.checked)} />
        Share with your company
      </label>
      <FormActions
        submit={view ? 'Save changes' : 'Save view'}
        cancel="Cancel"
        onCancel={() => onOpenChange(false)}
        isBusy={isSaving}
        className="mt-0"
      />
    </form>
  )
}

export function ViewDialog({ isOpen, ...props }: ViewDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={props.onOpenChange}
      title={props.view ? 'Edit view' : 'Save view'}
      description="A view keeps the filters and the sort order of this list. It doesn’t keep the search."
    >
      <ViewForm {...props} />
    </Dialog>
  )
}
