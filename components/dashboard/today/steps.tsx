import { type ReactNode, useState } from 'react'
import { AREAS } from '@/lib/platform/auth/access-table.ts'
import {
  LINE_STATES,
  computeSetupDay,
  lineRecord,
  type LineRecord,
  MAX_NOTE_LENGTH,
} from '@/lib/dashboard/lines/line.ts'
import { formatPhone } from '@/lib/values/phone.ts'
import { type Reader, buildQueryKey } from '@/lib/dashboard/query/dashboard-query.ts'
import { DASHBOARD_PATH } from '@/lib/routes.ts'
import { formatDay, formatDayKey } from '@/lib/platform/time/zone.ts'
import type { Today, TodayCall } from '@/lib/dashboard/today/today.ts'
import { isTrialRunning } from '@/lib/dashboard/trials/trial.ts'
import { StatusBadge, TextLink } from '../page.tsx'
import { ChooseTrial } from '../trials/choose-trial.tsx'
import { TRIAL_OFFER, formatTrial } from '../trials/trial-format.ts'
import { Panel } from '../../ui/panel.tsx'
import { Badge } from '../../ui/badge.tsx'
import { CallRows } from './call-rows.tsx'
import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { z } from '@/lib/values/zod.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { FormError, setServerErrors } from '../server-errors.tsx'
import { sendChange } from '../use-optimistic-mutation.ts'

/** Schema that only trims the fields. The server validates the phone number. */
const fields = z.object({ wish: z.object({ companyPhone: z.string().trim(), note: z.string().trim() }) })

const savedSchema = z.object({ line: lineRecord })
const conflictSchema = z.object({ reason: z.literal('conflict'), current: lineRecord })

type LineFormProps = { reader: Reader; line: LineRecord | null; onDone?: () => void }

function LineForm({ reader, line, onDone }: LineFormProps) {
  const cache = useQueryClient()
  const toast = useToast()
  const form = useForm({
    resolver: zodResolver(fields),
    defaultValues: { wish: { companyPhone: line ? formatPhone(line.companyPhone) : '', note: line?.note ?? '' } },
  })
  const { register, handleSubmit, formState } = form
  const { errors, isSubmitting } = formState
  const invalidateToday = () => cache.invalidateQueries({ queryKey: buildQueryKey('today', reader) })
  const submit = handleSubmit(async ({ wish }) => {
    // After a network error, `result` is undefined, and `setServerErrors` shows a message.
    const result = await sendChange('line', 'PUT', { version: line?.version ?? 0, wish }).catch(() => undefined)
    if (savedSchema.safeParse(result).success) {
      const title = line ? 'Request updated' : 'Line requested'
      toast({ title, description: 'We’ll email you at each step.', tone: 'accent' })
      await invalidateToday()
      return onDone?.()
    }
    if (!conflictSchema.safeParse(result).success) return setServerErrors(form, result)
    toast({
      title: 'Someone else updated this request',
      description: 'The latest version is shown.',
      tone: 'primary',
    })
    await invalidateToday()
  })
  return (
    <form noValidate className="mt-3 grid max-w-md gap-4" onSubmit={submit}>
      <FormError error={errors.root} />
      <TextField
        label="Current business number"
        type="tel"
        autoComplete="tel"
        hint="The number your customers call. You keep it."
        error={errors.wish?.companyPhone?.message}
        {...register('wish.companyPhone')}
        required
      />
      <TextArea
        label="Notes"
        rows={3}
        maxLength={MAX_NOTE_LENGTH}
        hint="Optional. For example, your phone company or the best time to reach you."
        error={errors.wish?.note?.message}
        {...register('wish.note')}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={isSubmitting}>
          {line ? 'Save' : 'Request a line'}
        </Button>
        {onDone && (
          <Button variant="quiet" onClick={onDone}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  )
}

function RequestLine({ reader, line }: Omit<LineFormProps, 'onDone'>) {
  const [isOpen, setIsOpen] = useState(false)
  if (!line) return <LineForm reader={reader} line={null} />
  if (isOpen) return <LineForm key={line.version} reader={reader} line={line} onDone={() => setIsOpen(false)} />
  return (
    <p className="mt-2">
      <Button variant="quiet" onClick={() => setIsOpen(true)}>
        Edit request
      </Button>
    </p>
  )
}

const buildSampleCall = (now: string): TodayCall => ({
  id: '00000000-0000-4000-8000-000000000000',
  startedAt: now,
  duration: 134,
  words: 'The furnace clicks but won’t light, and we have a baby here.',
  caller: 'Sample caller',
  phone: null,
  outcome: 'booked',
  intent: 'repair',
  safetyKind: null,
  attention: null,
  rule: null,
  isTest: false,
  facts: [
    { field: 'problem', value: 'Furnace clicks, no flame' },
    { field: 'safety', value: 'Infant in the house, no gas smell' },
    { field: 'window', value: 'Tomorrow between 8 and 10' },
  ],
  urgency: 'now',
  leadId: null,
  alerts: [],
  version: 1,
  visit: null,
})

export function FirstSteps(props: StepsProps) {
  const { today } = props
  return (
    <>
      <Panel title="Setup steps" note="Do these in any order. Steps we handle show a due date.">
        <Steps {...props} />
      </Panel>
      {!today.steps.testCall && (
        <Panel title="Sample morning list" note="This sample row disappears after your first call.">
          <Badge>Example</Badge>
          <CallRows label="Example" calls={[buildSampleCall(today.now)]} today={today} />
        </Panel>
      )}
    </>
  )
}

export type StepsProps = {
  reader: Reader
  today: Today
  canManage: boolean
  hasPlan: boolean
}

type StepProps = {
  title: string
  isDone: boolean
  state?: string
  href?: string
  children: ReactNode
}

function Step({ title, isDone, state = 'To do', href, children }: StepProps) {
  return (
    <li className="border-t border-border py-3 first:border-t-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="text-base font-semibold">{href ? <TextLink href={href}>{title}</TextLink> : title}</h3>
        <StatusBadge on={isDone}>{isDone ? 'Done' : state}</StatusBadge>
      </div>
      <div className="mt-0.5 max-w-text text-muted-foreground">{children}</div>
    </li>
  )
}

const AdminOnlyNote = () => (
  <p className="mt-1">
    Only an admin can do this. <TextLink href={AREAS.team.path}>See your admins</TextLink>.
  </p>
)

function PlanStep({ reader, today, canManage, hasPlan }: StepsProps) {
  const { trial, now, timeZone } = today
  if (hasPlan) {
    return (
      <Step title="Plan" isDone href={AREAS.plan.path}>
        Your plan is set.
      </Step>
    )
  }
  const isOver = trial !== null && !isTrialRunning(trial, new Date(now))
  return (
    <Step title="Free trial" isDone={trial !== null && !isOver} href={AREAS.plan.path}>
      <p>{trial ? formatTrial(trial, now, timeZone) : TRIAL_OFFER}</p>
      {!trial && (canManage ? <ChooseTrial reader={reader} selectedPlan={null} /> : <AdminOnlyNote />)}
    </Step>
  )
}

function describeLine({ line, timeZone }: Today): string {
  if (!line) return 'Request your phone line here. We set it up within one business day.'
  const requestedText = `Requested on ${formatDay(line.askedAt, timeZone)}`
  const dueText = `by ${formatDayKey(computeSetupDay(line.askedAt, timeZone))} (within one business day)`
  if (line.state === 'asked')
    return `${requestedText}. We’ll set it up ${dueText} and email you when we start and when it’s live.`
  if (line.state === 'in-progress') return `${requestedText}. We’re setting it up now. It will be ready ${dueText}.`
  return 'Your line is live. Forward your number to it.'
}

function LineStep({ reader, today, canManage }: StepsProps) {
  const { line } = today
  const canRequest = !line || line.state === 'asked'
  return (
    <Step
      title={line ? 'Phone line' : 'Request a line'}
      isDone={line?.state === 'live'}
      {...(line && { state: LINE_STATES[line.state] })}
    >
      <p>{describeLine(today)}</p>
      {canRequest && (canManage ? <RequestLine reader={reader} line={line} /> : !line && <AdminOnlyNote />)}
    </Step>
  )
}

function ForwardStep({ today }: Pick<StepsProps, 'today'>) {
  const { steps, forwardingNumber } = today
  if (!forwardingNumber) {
    return (
      <Step title="Forward your number" isDone={steps.forwarded} state="Waiting for your line">
        Dial a code to send unanswered calls to your line. You keep your own number.
      </Step>
    )
  }
  return (
    <Step title="Forward your number" isDone={steps.forwarded} href={AREAS.business.path}>
      {`Forward unanswered calls to ${formatPhone(forwardingNumber)}. The codes to dial are on that page. Mark it as done there.`}
    </Step>
  )
}

export function Steps(props: StepsProps) {
  const { steps, forwardingNumber } = props.today
  return (
    <ol>
      <Step title="Hours and service area" isDone={steps.hoursAndArea} href={AREAS.business.path}>
        Your business hours and the ZIP codes you serve.
      </Step>
      <Step title="Assistant" isDone={steps.instructions} state="Optional" href={`${AREAS.settings.path}/assistant`}>
        Fees, brands, jobs and FAQs. The default setup applies until you change it.
      </Step>
      <Step title="Try it" isDone={steps.testCall} href={`${DASHBOARD_PATH}/try-it`}>
        Role-play your toughest caller. Save it as a test call to see it here.
      </Step>
      <Step title="On call" isDone={steps.onCall} href={AREAS.onCall.path}>
        Who gets called in an emergency, in order.
      </Step>
      <PlanStep {...props} />
      <LineStep {...props} />
      <ForwardStep today={props.today} />
      <Step title="First real call" isDone={false} state={forwardingNumber ? 'To do' : 'Waiting for your line'}>
        Call your own number from another phone and let it ring, or wait for a customer. The call appears here
        automatically.
      </Step>
    </ol>
  )
}
