import { zodResolver } from '@hookform/resolvers/zod'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { WEBHOOK_EVENT_NAMES, WEBHOOK_EVENTS } from '@/lib/dashboard/model/webhook-event.ts'
import { type EndpointInput, endpointInput, type EndpointRecord } from '@/lib/dashboard/webhooks/input.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { labelClass } from '../../ui/input.tsx'
import { TextField } from '../../ui/text-field.tsx'

type EndpointDialogProps = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** Endpoint to edit; undefined to add one. */
  endpoint?: EndpointRecord
  /** Runs after the dialog closed, because an open dialog would block Clerk's reverification dialog. */
  onSubmit: (input: EndpointInput, onStored: () => void) => void
}

const NEW_ENDPOINT: EndpointInput = { url: '', name: '', events: WEBHOOK_EVENT_NAMES }

export function EndpointDialog({ isOpen, onOpenChange, endpoint, onSubmit }: EndpointDialogProps) {
  const form = useId()
  const { url, name, events } = endpoint ?? NEW_ENDPOINT
  const { register, handleSubmit, reset, formState } = useForm({
    resolver: zodResolver(endpointInput),
    defaultValues: { url, name, events },
    ...(endpoint && { values: { url, name, events } }),
  })
  const { errors } = formState
  const submit = handleSubmit((input) => {
    onOpenChange(false)
    onSubmit(input, () => reset())
  })
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={endpoint ? 'Edit webhook' : 'New webhook'}
      description="We send each event to this URL as a signed POST request."
      actions={
        <>
          <Button type="submit" form={form}>
            {endpoint ? 'Save changes' : 'Add webhook'}
          </Button>
          <Button variant="quiet" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="grid gap-5">
        <TextField
          {...register('url')}
          label="URL"
          type="url"
          inputMode="url"
          placeholder="https://"
          className="data"
          hint="The receiver in your own system."
          error={errors.url?.message}
          autoComplete="off"
          spellCheck={false}
        />
        <TextField
          {...register('name')}
          label="Name (optional)"
          hint="The system that receives the events, such as Dispatch board."
          error={errors.name?.message}
          maxLength={60}
          autoComplete="off"
        />
        <fieldset>
          <legend className={labelClass}>Events</legend>
          <div className="grid sm:grid-cols-2 sm:gap-x-4">
            {WEBHOOK_EVENT_NAMES.map((event) => (
              <label key={event} className="flex min-h-11 items-center gap-3 lg:min-h-9">
                <Checkbox {...register('events')} value={event} />
                {WEBHOOK_EVENTS[event]}
              </label>
            ))}
          </div>
          {errors.events && (
            <p role="alert" className="mt-1.5 font-medium text-primary">
              {errors.events.message}
            </p>
          )}
        </fieldset>
      </form>
    </Dialog>
  )
}
