'use client'

import { STAGE_NAMES, STAGES } from '@/lib/leads/lead.ts'
import type { Reader } from '@/lib/query/dashboard-query.ts'
import { useMembers } from '../use-members.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { DropdownMenu } from '../../ui/dropdown-menu.tsx'
import { SelectionBar } from '../../ui/selection-bar.tsx'
import { useLeadsChange } from './use-leads.ts'

type LeadSelectionProps = { ids: string[]; onClear: () => void; reader: Reader }

const leadsIn = (count: number) => (count === 1 ? '1 lead' : `${count} leads`)

const NOBODY = 'none'

/** What can be done with the leads that are chosen. */
export function LeadSelection({ ids, onClear, reader }: LeadSelectionProps) {
  const { members, ownId } = useMembers()
  const { mutate } = useLeadsChange(reader)
  const setStage = (stage: (typeof STAGE_NAMES)[number]) => {
    mutate({ ids, change: { stage }, done: (count) => `${leadsIn(count)} moved to ${STAGES[stage]}` })
    onClear()
  }
  const assign = (chosen: string, label: string) => {
    const done = (count: number) =>
      chosen === NOBODY ? `${leadsIn(count)} assigned to nobody` : `${leadsIn(count)} assigned to ${label}`
    mutate({ ids, change: { assigneeId: chosen === NOBODY ? null : chosen }, done })
    onClear()
  }
  const people = members.map(({ id, name }) => ({ value: id, label: id === ownId ? `${name} (you)` : name }))
  const options = [...people, { value: NOBODY, label: 'Nobody' }]
  return (
    <SelectionBar count={ids.length} noun={['lead', 'leads']} onClear={onClear}>
      <DropdownMenu
        label="Set stage"
        entries={STAGE_NAMES.map((stage) => ({ label: STAGES[stage], onSelect: () => setStage(stage) }))}
      />
      <Combobox
        className="w-44 max-sm:-order-1 max-sm:w-full"
        label="Assign to"
        isLabelHidden
        placeholder="Assign to …"
        nothingFound="Nobody has this name."
        options={options}
        value={null}
        onChange={(chosen) => {
          const option = options.find(({ value }) => value === chosen)
          if (option) assign(option.value, option.label.replace(/ \(you\)$/, ''))
        }}
      />
    </SelectionBar>
  )
}
