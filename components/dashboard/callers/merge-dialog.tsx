import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { CallerPage, CallerSummary } from '@/lib/dashboard/callers/record.ts'
import { formatPhone } from '@/lib/values/phone.ts'
import type { Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { Loading, LoadError } from '../loading.tsx'
import { type Failure, sendChange } from '../use-optimistic-mutation.ts'
import { formatCounts, formatCallerName } from './caller-format.ts'
import { buildCallerKey, buildCallersKey, buildCallersQuery, getCallerPath } from './use-callers.ts'

const MERGE_FAILED_MESSAGE = 'Couldn’t merge the callers. Check your connection and try again.'

type CallerOptionProps = { caller: CallerSummary; group: string; isSelected: boolean; onSelect: () => void }

function CallerOption({ caller, group, isSelected, onSelect }: CallerOptionProps) {
  const id = `${group}-${caller.id}`
  return (
    <div className="relative flex min-h-11 items-center gap-3 rounded-lg px-2.5 py-1.5 hover:bg-muted has-checked:bg-muted">
      <input
        id={id}
        type="radio"
        name={group}
        className="size-5 flex-none"
        aria-describedby={`${id}-more`}
        checked={isSelected}
        onChange={onSelect}
      />
      <span className="min-w-0">
        <label htmlFor={id} className="block cursor-pointer truncate font-medium after:absolute after:inset-0">
          {formatCallerName(caller)}
        </label>
        <span id={`${id}-more`} className="text-muted-foreground">
          {[...caller.phones.map(formatPhone), formatCounts(caller)].join(' · ')}
        </span>
      </span>
    </div>
  )
}

type MergeProps = { page: CallerPage; reader: Reader; onClose: () => void }

function MergeForm({ page: { caller }, reader, onClose }: MergeProps) {
  const cache = useQueryClient()
  const toast = useToast()
  const group = useId()
  const [search, setSearch] = useState('')
  const [otherId, setOtherId] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [isMerging, setIsMerging] = useState(false)
  const { data, isError, refetch } = useQuery(buildCallersQuery({ search, page: 1 }, reader))
  const candidates = data?.rows.filter(({ id }) => id !== caller.id)
  const selected = candidates?.find(({ id }) => id === otherId)
  const merge = async (source: CallerSummary) => {
    setIsMerging(true)
    const change = { otherId: source.id, version: caller.version }
    const result = await sendChange<object>(`${getCallerPath(caller.id)}/merge`, 'POST', change).catch((): Failure => {
      // The message does not depend on the cause, because the user can only retry.
      return { error: MERGE_FAILED_MESSAGE }
    })
    await Promise.all(
      [buildCallerKey(caller.id, reader), buildCallersKey(reader)].map((queryKey) =>
        cache.invalidateQueries({ queryKey }),
      ),
    )
    setIsMerging(false)
    if ('error' in result) {
      setProblem(`${String(result.error)} Check the latest version, then merge again if you still need to.`)
      return
    }
    onClose()
    toast({ title: 'Merged', description: 'Their calls, leads and visits were moved here.', tone: 'accent' })
  }
  return (
    <>
      <SearchField
        label="Find the other caller"
        placeholder="Name or part of a number"
        value={search}
        onSearch={setSearch}
      />
      <fieldset className="mt-3 grid max-h-72 gap-1 overflow-y-auto" aria-label="The other caller">
        {candidates?.map((candidate) => (
          <CallerOption
            key={candidate.id}
            caller={candidate}
            group={group}
            isSelected={candidate.id === selected?.id}
            onSelect={() => setOtherId(candidate.id)}
          />
        ))}
        {candidates?.length === 0 && <p className="text-muted-foreground">No matching callers.</p>}
        {!data &&
          (isError ? (
            <LoadError subject="The list of callers" retry={() => void refetch()} />
          ) : (
            <Loading label="Loading callers" rows={2} />
          ))}
      </fieldset>
      <p role="alert" className="mt-3 font-medium text-primary empty:hidden">
        {problem}
      </p>
      <DialogActions>
        <Button disabled={!selected || isMerging} onClick={() => selected && void merge(selected)}>
          {selected ? `Merge ${formatCallerName(selected)} into this caller` : 'Merge'}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </DialogActions>
    </>
  )
}

export function MergeDialog({ isOpen, ...props }: MergeProps & { isOpen: boolean }) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(open) => !open && props.onClose()}
      title="Merge with another caller"
      description="The other caller’s numbers, calls, leads and visits move here, and notes are combined. This can’t be undone."
    >
      <MergeForm {...props} />
    </Dialog>
  )
}
