'use client'

import { useQueryClient } from '@tanstack/react-query'
import NextLink from 'next/link'
import { useState } from 'react'
import { z } from 'zod'
import { AREAS } from '@/lib/auth/access-table.ts'
import { SOURCES } from '@/lib/leads/lead.ts'
import { type LeadPage, leadRecord, type LeadRecord } from '@/lib/leads/record.ts'
import { formatPhone } from '@/lib/phone.ts'
import type { Reader } from '@/lib/query/dashboard-query.ts'
import { formatDateTime } from '@/lib/time/zone.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useSample } from '../../ui/sample.ts'
import { BackLink } from '../back-link.tsx'
import { useToast } from '../../ui/toast.tsx'
import { PhoneActions } from '../phone-actions.tsx'
import { sendChange } from '../use-optimistic-mutation.ts'
import { useMembers } from '../use-members.ts'
import { type LeadFields, LeadForm } from './lead-form.tsx'
import { differences } from './lead-words.ts'
import { leadKey, listKey } from './use-leads.ts'

const conflict = z.object({ reason: z.literal('conflict'), current: leadRecord })

/** Only what was written anew, so that it takes nothing back that others have changed. */
function writtenAnew(fields: LeadFields, lead: LeadRecord): Partial<LeadFields> {
  const before = { ...lead, phone: lead.phone && formatPhone(lead.phone) }
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => value !== before[name as keyof LeadRecord]),
  )
}

/** Corrects what is written about a lead. */
function EditLead({ lead, reader }: { lead: LeadRecord; reader: Reader }) {
  // As it was when the dialog was opened: what others change meanwhile is not in its fields.
  const [opened, setOpened] = useState<LeadRecord>()
  const cache = useQueryClient()
  const toast = useToast()
  const { nameOf } = useMembers()
  const key = leadKey(lead.id, reader)
  const keep = (stored: LeadRecord) => cache.setQueryData<LeadPage>(key, (page) => page && { ...page, lead: stored })
  const send = async (fields: LeadFields) => {
    const before = opened ?? lead
    const version = cache.getQueryData<LeadPage>(key)?.lead.version ?? before.version
    const answer: unknown = await sendChange(`leads/${lead.id}`, 'PATCH', { version, ...writtenAnew(fields, before) })
    const { data: found } = conflict.safeParse(answer)
    if (!found) return answer
    keep(found.current)
    const changed = differences(lead, found.current, nameOf) ?? ''
    return { error: `Somebody else changed this lead meanwhile. ${changed} Save again to keep what is written here.` }
  }
  return (
    <>
      <Button variant="quiet" onClick={() => setOpened(lead)}>
        <Icon name="pencil" size={16} />
        Edit
      </Button>
      <LeadForm
        isOpen={opened !== undefined}
        onOpenChange={(isOpen) => !isOpen && setOpened(undefined)}
        title="Edit this lead"
        lead={opened ?? lead}
        confirm="Save"
        send={send}
        onStored={(stored) => {
          keep(stored)
          for (const queryKey of [key, listKey(reader)]) void cache.invalidateQueries({ queryKey })
          toast({ title: 'Saved', tone: 'accent' })
        }}
      />
    </>
  )
}

type LeadHeadProps = { page: LeadPage; reader: Reader; mayManage: boolean; mayBook: boolean }

/** Who it is, when they came, and what can be done about them. */
export function LeadHead({ page, reader, mayManage, mayBook }: LeadHeadProps) {
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
            Came in {formatDateTime(lead.createdAt, zone)} · {SOURCES[lead.source]}
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
                  Everything about this caller
                </NextLink>
              )}
            </div>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          {mayManage && <EditLead lead={lead} reader={reader} />}
          {mayBook && (
            <NextLink
              href={`${AREAS.appointments.path}?new&lead=${lead.id}`}
              prefetch={false}
              className={buttonClass('solid')}
            >
              Book a visit
            </NextLink>
          )}
        </div>
      </div>
    </header>
  )
}
