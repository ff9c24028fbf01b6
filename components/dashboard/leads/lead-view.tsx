'use client'

import { buildEmailHref } from '@/lib/values/email-href.ts'
import {
  type Stage,
  STAGE_NAMES,
  STAGES,
  URGENCIES,
  type Urgency,
  URGENCY_NAMES,
  SOURCES,
} from '@/lib/dashboard/model/lead.ts'
import { type LeadPage, type LeadRecord, leadRecord } from '@/lib/dashboard/leads/record.ts'
import type { Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { type ReactNode, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useMembers } from '../use-account.ts'
import { Badge } from '../../ui/badge.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { Select } from '../../ui/select.tsx'
import { QueryResult } from '../loading.tsx'
import { DescriptionList, BackLink } from '../page.tsx'
import { LeadLinks } from './lead-links.tsx'
import { LeadTimeline } from './lead-timeline.tsx'
import { isOpen, getUrgencyTone, describeDifferences } from './lead-format.ts'
import { buildLeadQuery, useLeadEdit, buildLeadKey, buildListKey } from './use-leads.ts'
import { useQueryClient } from '@tanstack/react-query'
import NextLink from 'next/link'
import { z } from 'zod'
import { AREAS } from '@/lib/platform/auth/access-table.ts'
import { formatPhone } from '@/lib/values/phone.ts'
import { formatDateTime } from '@/lib/platform/time/zone.ts'
import { Button, getButtonClass } from '../../ui/button.tsx'
import { useSample } from '../../ui/sample.ts'
import { useToast } from '../../ui/toast.tsx'
import { PhoneActions } from '../phone-actions.tsx'
import { useVersionedSend } from '../use-optimistic-mutation.ts'
import { type LeadFields, LeadForm } from './lead-form.tsx'

const conflictSchema = z.object({ reason: z.literal('conflict'), current: leadRecord })

/** Returns only the edited fields, so that other users' changes to other fields are kept. */
function pickChangedFields(fields: LeadFields, lead: LeadRecord): Partial<LeadFields> {
  const original = { ...lead, phone: lead.phone && formatPhone(lead.phone) }
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => value !== original[name as keyof LeadRecord]),
  )
}

function EditLead({ lead, reader }: { lead: LeadRecord; reader: Reader }) {
  const [editedLead, setEditedLead] = useState<LeadRecord>()
  const cache = useQueryClient()
  const toast = useToast()
  const { getName } = useMembers()
  const key = buildLeadKey(lead.id, reader)
  const sendVersioned = useVersionedSend(`leads/${lead.id}`, reader, 'lead', leadRecord, editedLead ?? lead)
  const send = async (fields: LeadFields) => {
    const result: unknown = await sendVersioned(pickChangedFields(fields, editedLead ?? lead))
    const { data: conflictData } = conflictSchema.safeParse(result)
    if (!conflictData) return result
    cache.setQueryData<LeadPage>(key, (page) => page && { ...page, lead: conflictData.current })
    const changes = describeDifferences(lead, conflictData.current, getName) ?? ''
    return { error: `Someone else edited this lead. ${changes} Save again to keep your version.` }
  }
  return (
    <>
      <Button variant="quiet" onClick={() => setEditedLead(lead)}>
        <Icon name="pencil" size={16} />
        Edit
      </Button>
      <LeadForm
        isOpen={editedLead !== undefined}
        onOpenChange={(isOpen) => !isOpen && setEditedLead(undefined)}
        title="Edit this lead"
        lead={editedLead ?? lead}
        confirmLabel="Save"
        send={send}
        onSaved={() => {
          for (const queryKey of [key, buildListKey(reader)]) void cache.invalidateQueries({ queryKey })
          toast({ title: 'Saved', tone: 'accent' })
        }}
      />
    </>
  )
}

type LeadHeaderProps = { page: LeadPage; reader: Reader; canManage: boolean; canBook: boolean }

function LeadHeader({ page, reader, canManage, canBook }: LeadHeaderProps) {
  const { lead, timeZone: zone } = page
  const isSample = useSample() !== undefined
  return (
    <header>
      <BackLink area="leads" />
      <div className="mt-1 flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 className="text-heading">{lead.name}</h1>
            {lead.isTest && <Badge>Test</Badge>}
          </div>
          <p className="mt-1 text-muted-foreground">
            Received {formatDateTime(lead.createdAt, zone)} · {SOURCES[lead.source]}
          </p>
          {lead.phone && (
            <div className="mt-1 flex flex-wrap items-center gap-x-4 text-muted-foreground">
              <PhoneActions number={lead.phone} subject={{ kind: 'lead', at: lead.createdAt, zone }} />
              {!isSample && (
                <NextLink
                  href={`${AREAS.callers.path}?lead=${lead.id}`}
                  prefetch={false}
                  className="inline-flex min-h-7 items-center text-link pointer-coarse:min-h-11"
                >
                  View caller
                </NextLink>
              )}
            </div>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          {canManage && <EditLead lead={lead} reader={reader} />}
          {canBook && (
            <NextLink
              href={`${AREAS.appointments.path}?new&lead=${lead.id}`}
              prefetch={false}
              className={getButtonClass('solid')}
            >
              Book a visit
            </NextLink>
          )}
        </div>
      </div>
    </header>
  )
}

const PROGRESS_STAGES: Stage[] = STAGE_NAMES.filter((stage) => stage !== 'lost')

function StageStepper({ stage, onChange }: { stage: Stage; onChange?: ((stage: Stage) => void) | undefined }) {
  const currentIndex = PROGRESS_STAGES.indexOf(stage)
  return (
    <ol className="flex flex-wrap gap-2" aria-label="Stage">
      {STAGE_NAMES.map((step) => {
        const isCurrent = step === stage
        const isPassed = PROGRESS_STAGES.indexOf(step) >= 0 && PROGRESS_STAGES.indexOf(step) < currentIndex
        const isBooked = step === 'booked' || step === 'won'
        const stepClass = isCurrent
          ? `font-semibold ${isBooked ? 'border-accent bg-accent-muted text-accent' : 'border-foreground text-foreground'}`
          : `border-border text-muted-foreground ${onChange ? 'hover:border-muted-foreground hover:text-foreground' : ''}`
        const passedClass = isPassed ? 'border border-transparent bg-muted text-foreground' : 'border border-input'
        const markClass = isCurrent ? 'border-5 border-current' : passedClass
        const content = (
          <>
            <span className={`grid size-4.5 place-items-center rounded-full ${markClass}`}>
              {(isPassed || (isCurrent && step === 'won')) && <Icon name="check" size={12} />}
            </span>
            {STAGES[step]}
          </>
        )
        const stepProps = {
          className: `inline-flex min-h-11 items-center gap-2 rounded-full border pr-4 pl-3 transition-colors ${stepClass}`,
          'aria-current': isCurrent ? ('step' as const) : undefined,
        }
        return (
          <li key={step}>
            {onChange ? (
              <button
                type="button"
                {...stepProps}
                className={`cursor-pointer ${stepProps.className}`}
                onClick={() => !isCurrent && onChange(step)}
              >
                {content}
              </button>
            ) : (
              <span {...stepProps}>{content}</span>
            )}
          </li>
        )
      })}
    </ol>
  )
}

function Safety({ lead }: { lead: LeadRecord }) {
  if (!lead.safety) return null
  return (
    <p
      className="mb-4 flex gap-2.5 rounded-lg border border-border px-4 py-3 data-[tone=primary]:border-transparent data-[tone=primary]:bg-primary-muted data-[tone=primary]:text-primary"
      data-tone={isOpen(lead) ? 'primary' : 'quiet'}
    >
      <Icon name="alert" size={20} />
      <span>
        <strong className="font-semibold">Safety:</strong> {lead.safety}
      </span>
    </p>
  )
}

type Fact = [term: string, value: ReactNode]

function Details({ lead }: { lead: LeadRecord }) {
  const { email, address, zip, system } = lead
  const fullAddress = [address, zip].filter(Boolean).join(', ')
  const emailLink = email && (
    <a href={buildEmailHref(email)} className="text-link">
      {email}
    </a>
  )
  const unknownText = <span className="text-muted-foreground">Unknown</span>
  const rows: Fact[] = [
    ['System', system || unknownText],
    ['Address', fullAddress || unknownText],
    ['Email', emailLink || unknownText],
  ]
  return <DescriptionList rows={rows} />
}

const URGENCY_OPTIONS = URGENCY_NAMES.map((value) => ({ value, label: URGENCIES[value] }))

type LeadControlsProps = {
  lead: LeadRecord
  edit: (change: { urgency: Urgency } | { assigneeId: string | null }) => void
}

function LeadControls({ lead, edit }: LeadControlsProps) {
  const { members, viewerId } = useMembers()
  const memberOptions = members.map(({ id, name }) => ({ value: id, label: id === viewerId ? `${name} (you)` : name }))
  const { assigneeId } = lead
  const isKnownAssignee = assigneeId === null || memberOptions.some(({ value }) => value === assigneeId)
  return (
    <div className="grid gap-4">
      <Combobox
        label="Assigned to"
        placeholder="Unassigned"
        emptyText="No team member with that name."
        // An unknown assignee is a former member, or a member whose name has not loaded.
        options={isKnownAssignee ? memberOptions : [...memberOptions, { value: assigneeId, label: 'Someone else' }]}
        value={assigneeId}
        onChange={(memberId) => edit({ assigneeId: memberId })}
      />
      <Select
        label="Urgency"
        options={URGENCY_OPTIONS}
        value={lead.urgency}
        onChange={(urgency) => edit({ urgency })}
      />
    </div>
  )
}

function LeadControlsReadOnly({ lead }: { lead: LeadRecord }) {
  const { getName } = useMembers()
  const name = lead.assigneeId && getName(lead.assigneeId)
  const assignee = name || <span className="text-muted-foreground">{lead.assigneeId ? '…' : 'Unassigned'}</span>
  const urgency = <Badge tone={getUrgencyTone(lead)}>{URGENCIES[lead.urgency]}</Badge>
  const rows: Fact[] = [
    ['Assigned to', assignee],
    ['Urgency', urgency],
  ]
  return <DescriptionList rows={rows} />
}

type LeadPermissions = { canManage: boolean; canBook: boolean }

function LoadedLead({ page, reader, canManage, canBook }: { page: LeadPage; reader: Reader } & LeadPermissions) {
  const { lead } = page
  const { mutate } = useLeadEdit(lead, reader)
  return (
    <>
      <LeadHeader page={page} reader={reader} canManage={canManage} canBook={canBook} />
      <div className="mt-6">
        <StageStepper stage={lead.stage} onChange={canManage ? (stage) => mutate({ stage }) : undefined} />
      </div>
      <div className="mt-5 grid grid-cols-1 gap-5 xl:grid-cols-[minmax(0,1fr)_22rem] xl:grid-rows-[auto_1fr]">
        <section aria-labelledby="lead-problem" className="rounded-xl panel p-5">
          <h2 id="lead-problem" className="sr-only">
            Problem
          </h2>
          <Safety lead={lead} />
          <p className="max-w-text font-display text-xl leading-[1.35] font-medium wrap-anywhere normal-nums text-pretty">
            “{lead.problem}”
          </p>
          <div className="mt-4">
            <Details lead={lead} />
          </div>
        </section>
        <div className="grid min-w-0 content-start gap-5 xl:col-start-2 xl:row-[1/span_2]">
          <section aria-label="Assignee and urgency" className="rounded-xl panel p-5">
            {canManage ? <LeadControls lead={lead} edit={mutate} /> : <LeadControlsReadOnly lead={lead} />}
          </section>
          <LeadLinks page={page} />
        </div>
        <div className="min-w-0 xl:col-start-1 xl:row-start-2">
          <Panel title="Notes and history">
            <LeadTimeline page={page} reader={reader} canManage={canManage} />
          </Panel>
        </div>
      </div>
    </>
  )
}

type LeadViewProps = { id: string; reader: Reader; hasFailed: boolean } & LeadPermissions

export function LeadView({ id, reader, hasFailed, ...permissions }: LeadViewProps) {
  return (
    <QueryResult subject="This lead" query={buildLeadQuery(id, reader)} hasFailed={hasFailed}>
      {(page) => <LoadedLead page={page} reader={reader} {...permissions} />}
    </QueryResult>
  )
}
