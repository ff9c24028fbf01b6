'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { AREAS } from '@/lib/auth/access-table.ts'
import type { Reader } from '@/lib/query/dashboard-query.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useToast } from '../../ui/toast.tsx'
import { sendChange } from '../use-optimistic-mutation.ts'
import { LeadForm } from './lead-form.tsx'
import { listKey } from './use-leads.ts'

/** Writes down somebody whom the assistant did not speak with. */
export function AddLead({ reader }: { reader: Reader }) {
  const [isOpen, setIsOpen] = useState(false)
  const cache = useQueryClient()
  const router = useRouter()
  const toast = useToast()
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        <Icon name="plus" size={16} />
        Add lead
      </Button>
      <LeadForm
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title="Add a lead"
        confirm="Add lead"
        send={(fields) => sendChange('leads', 'POST', fields)}
        onStored={({ id, name }) => {
          void cache.invalidateQueries({ queryKey: listKey(reader) })
          const onAction = () => router.push(`${AREAS.leads.path}/${id}`)
          toast({ title: `${name} is in your leads`, tone: 'accent', action: { label: 'Open', onAction } })
        }}
      />
    </>
  )
}
