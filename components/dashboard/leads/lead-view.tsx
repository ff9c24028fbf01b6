'use client'

import { emailHref } from '@/lib/email-href.ts'
import { type Urgency, URGENCIES, URGENCY_NAMES } from '@/lib/leads/lead.ts'
import type { LeadPage, LeadRecord } from '@/lib/leads/record.ts'
import type { Reader } from '@/lib/query/dashboard-query.ts'
import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useMembers } from '../use-members.ts'
import { Badge } from '../../ui/badge.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { Select } from '../../ui/select.tsx'
import { QueryResult } from '../loading.tsx'
import { DescriptionList } from '../page.tsx'
import { LeadHead } from './lead-head.tsx'
import { LeadLinks } from './lead-links.tsx'
import { LeadTimeline } from './lead-timeline.tsx'
import { isOpen, urgencyTone } from './lead-words.ts'
import { StageStepper } from './stage-stepper.tsx'
import { leadQuery, useLeadEdit } from './use-leads.ts'

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

/** The person and the problem, as far as they are known. */
function Details({ lead }: { lead: LeadRecord }) {
  const { email, address, zip, system } = lead
  const place = [address, zip].filter(Boolean).join(', ')
  const letter = email && (
    <a href={emailHref(email)} className="text-link">
      {email}
    </a>
  )
  const unknown = <span className="text-muted-foreground">Not known</span>
  const rows: Fact[] = [
    ['System', system || unknown],
    ['Address', place || unknown],
    ['Email', letter || unknown],
  ]
  return <DescriptionList rows={rows} />
}

const URGENCY_OPTIONS = URGENCY_NAMES.map((value) => ({ value, label: URGENCIES[value] }))

type CareProps = { lead: LeadRecord; edit: (change: { urgency: Urgency } | { assigneeId: string | null }) => void }

/** Who looks after a lead, and how soon, for who may say so. */
function Care({ lead, edit }: CareProps) {
  const { members, ownId } = useMembers()
  const people = members.map(({ id, name }) => ({ value: id, label: id === ownId ? `${name} (you)` : name }))
  const { assigneeId } = lead
  const isKnown = assigneeId === null || people.some(({ value }) => value === assigneeId)
  return (
    <div className="grid gap-4">
      <Combobox
        label="Assigned to"
        placeholder="Nobody"
        nothingFound="Nobody has this name."
        // Somebody who has left, or whose name has not come yet.
        options={isKnown ? people : [...people, { value: assigneeId, label: 'Somebody else' }]}
        value={assigneeId}
        onChange={(chosen) => edit({ assigneeId: chosen })}
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

/** The same for who may only read. */
function ShownCare({ lead }: { lead: LeadRecord }) {
  const { nameOf } = useMembers()
  const name = lead.assigneeId && nameOf(lead.assigneeId)
  const assignee = name || <span className="text-muted-foreground">{lead.assigneeId ? '…' : 'Nobody'}</span>
  const urgency = <Badge tone={urgencyTone(lead)}>{URGENCIES[lead.urgency]}</Badge>
  const rows: Fact[] = [
    ['Assigned to', assignee],
    ['Urgency', urgency],
  ]
  return <DescriptionList rows={rows} />
}

/** What the person who looks may do. */
export type LeadRights = { mayManage: boolean; mayBook: boolean }

function LoadedLead({ page, reader, mayManage, mayBook }: { page: LeadPage; reader: Reader } & LeadRights) {
  const { lead } = page
  const { mutate } = useLeadEdit(lead, reader)
  return (
    <>
      <LeadHead page={page} reader={reader} mayManage={mayManage} mayBook={mayBook} />
      <div className="mt-6">
        <StageStepper stage={lead.stage} onChange={mayManage ? (stage) => mutate({ stage }) : undefined} />
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
          <section aria-label="Assigned to and urgency" className="rounded-xl panel p-5">
            {mayManage ? <Care lead={lead} edit={mutate} /> : <ShownCare lead={lead} />}
          </section>
          <LeadLinks page={page} />
        </div>
        <div className="min-w-0 xl:col-start-1 xl:row-start-2">
          <Panel title="Notes and history">
            <LeadTimeline page={page} reader={reader} mayManage={mayManage} />
          </Panel>
        </div>
      </div>
    </>
  )
}

type LeadViewProps = { id: string; reader: Reader; hasFailed: boolean } & LeadRights

/** A lead: who it is, what is wrong, how far one has come, and what happened so far. */
export function LeadView({ id, reader, hasFailed, mayManage, mayBook }: LeadViewProps) {
  return (
    <QueryResult what="This lead" query={leadQuery(id, reader)} hasFailed={hasFailed}>
      {(page) => <LoadedLead page={page} reader={reader} mayManage={mayManage} mayBook={mayBook} />}
    </QueryResult>
  )
}
