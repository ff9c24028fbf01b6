'use client'

import { useRouter } from 'next/navigation'
import { AREAS, getPlanLabel } from '@/lib/platform/auth/access-table.ts'
import {
  LINE_STATE_NAMES,
  LINE_STATES,
  LINES_PAGE_SIZE,
  computeSetupDay,
  type StaffLine,
  staffLines,
} from '@/lib/dashboard/lines/line.ts'
import { formatPhone } from '@/lib/values/phone.ts'
import { buildDashboardQuery, buildQueryKey, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { formatDateTime, formatDayKey } from '@/lib/platform/time/zone.ts'
import { getLastTrialDay } from '@/lib/dashboard/trials/trial.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Pager } from '../../ui/pager.tsx'
import { QueryResult } from '../loading.tsx'
import { DescriptionList } from '../page.tsx'
import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import { z } from '@/lib/values/zod.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { FormError, setServerErrors } from '../server-errors.tsx'
import { sendChange } from '../use-optimistic-mutation.ts'

/** Schema that only trims the fields. The server validates them. */
const fields = z.object({
  setup: z.object({
    state: z.enum(LINE_STATE_NAMES),
    forwardingNumber: z.string().trim(),
    agentId: z.string().trim(),
  }),
})

const savedSchema = z.object({ line: z.object({}) })
const conflictSchema = z.object({ reason: z.literal('conflict') })

const STATE_OPTIONS = LINE_STATE_NAMES.map((value) => ({ value, label: LINE_STATES[value] }))

function SetUpForm({ line, reader }: { line: StaffLine; reader: Reader }) {
  const cache = useQueryClient()
  const toast = useToast()
  const { organizationId, version, state, forwardingNumber, agentId, name } = line
  const form = useForm({
    resolver: zodResolver(fields),
    defaultValues: {
      setup: { state, forwardingNumber: forwardingNumber ? formatPhone(forwardingNumber) : '', agentId: agentId ?? '' },
    },
  })
  const { register, control, handleSubmit, formState } = form
  const { errors, isSubmitting } = formState
  const invalidateLines = () => cache.invalidateQueries({ queryKey: buildQueryKey('lines', reader) })
  const submit = handleSubmit(async ({ setup }) => {
    // After a network error, `result` is undefined, and `setServerErrors` shows a message.
    const result = await sendChange(`lines/${organizationId}`, 'PATCH', { version, setup }).catch(() => undefined)
    if (savedSchema.safeParse(result).success) {
      const description = setup.state === state ? undefined : 'Their admins get an email.'
      toast({ title: `${name ?? 'Line'} saved`, ...(description && { description }), tone: 'accent' })
      return invalidateLines()
    }
    if (!conflictSchema.safeParse(result).success) return setServerErrors(form, result)
    toast({ title: 'Someone else edited this line', description: 'The latest version is shown.', tone: 'primary' })
    return invalidateLines()
  })
  return (
    <form noValidate className="grid max-w-md content-start gap-4" onSubmit={submit}>
      <FormError error={errors.root} />
      <TextField
        label="Forwarding number"
        type="tel"
        autoComplete="off"
        error={errors.setup?.forwardingNumber?.message}
        {...register('setup.forwardingNumber')}
      />
      <TextField
        label="Voice provider’s assistant ID"
        autoComplete="off"
        error={errors.setup?.agentId?.message}
        {...register('setup.agentId')}
      />
      <Controller
        name="setup.state"
        control={control}
        render={({ field: { value, onChange } }) => (
          <Select label="Status" options={STATE_OPTIONS} value={value} onChange={onChange} />
        )}
      />
      <div>
        <Button type="submit" disabled={isSubmitting}>
          Save line
        </Button>
      </div>
    </form>
  )
}

const STATE_TONES: Record<StaffLine['state'], Tone> = { asked: 'primary', 'in-progress': 'quiet', live: 'accent' }

function formatTrial({ trialPlan, trialEndsAt, timeZone }: StaffLine): string {
  if (!trialPlan) return 'Not chosen yet'
  if (!trialEndsAt) return `${getPlanLabel(trialPlan)}, two weeks from the day the line goes live`
  return `${getPlanLabel(trialPlan)}, through ${formatDayKey(getLastTrialDay(trialEndsAt, timeZone))}`
}

function Line({ line, reader }: { line: StaffLine; reader: Reader }) {
  const { name, organizationId, state, companyPhone, note, askedAt, timeZone } = line
  return (
    <section className="min-w-0 rounded-xl panel p-5" aria-label={name ?? organizationId}>
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="min-w-0 text-base leading-tight tracking-normal wrap-break-word">{name ?? organizationId}</h2>
        <Badge tone={STATE_TONES[state]}>{LINE_STATES[state]}</Badge>
      </div>
      <div className="mt-4 grid gap-x-10 gap-y-5 lg:grid-cols-2">
        <DescriptionList
          rows={[
            ['Requested', formatDateTime(askedAt, timeZone)],
            ...(state === 'live'
              ? []
              : [['Due', formatDayKey(computeSetupDay(askedAt, timeZone))] satisfies [string, string]]),
            ['Current number', formatPhone(companyPhone)],
            ['Note', note ?? 'None'],
            ['Trial', formatTrial(line)],
            ['Company ID', <code key="id">{organizationId}</code>],
          ]}
        />
        <SetUpForm key={line.version} line={line} reader={reader} />
      </div>
    </section>
  )
}

export function Lines({ reader, page, hasFailed }: { reader: Reader; page: number; hasFailed: boolean }) {
  const router = useRouter()
  return (
    <QueryResult
      subject="The lines"
      query={buildDashboardQuery('lines', staffLines, reader, { page })}
      hasFailed={hasFailed}
    >
      {({ lines, total }) =>
        lines.length === 0 ? (
          <Empty icon="phone" title="No line requests yet">
            Requests appear here and are emailed to the office.
          </Empty>
        ) : (
          <>
            {lines.map((line) => (
              <Line key={line.organizationId} line={line} reader={reader} />
            ))}
            <Pager
              label="Lines"
              page={page}
              total={total}
              pageSize={LINES_PAGE_SIZE}
              onPage={(next) => router.push(next === 1 ? AREAS.lines.path : `${AREAS.lines.path}?page=${next}`)}
            />
          </>
        )
      }
    </QueryResult>
  )
}
