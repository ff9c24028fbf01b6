import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import {
  type FeedInput,
  feedInput,
  feedRecord,
  type ListedFeed,
  listedFeed,
} from '@/lib/dashboard/calendar-feeds/record.ts'
import { buildDashboardQuery, buildQueryKey, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { formatDate, formatDateTime } from '@/lib/platform/time/zone.ts'
import { z } from '@/lib/values/zod.ts'
import { Button, getButtonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useReverified, useMembers } from '../use-account.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { buildCachedChange, type Failure, sendChange, useOptimisticMutation } from '../use-optimistic-mutation.ts'
import { QueryResult } from '../loading.tsx'
import { Input } from '../../ui/input.tsx'
import { useConfirmDialog } from '../use-confirm-dialog.tsx'

const feedList = z.object({ feeds: z.array(listedFeed) })

type FeedList = z.infer<typeof feedList>

const createdFeedResponse = z.object({ feed: feedRecord, address: z.url() })

type CreatedFeed = z.infer<typeof createdFeedResponse>

function NewFeedUrl({ address, name }: { address: string; name: string }) {
  const field = useRef<HTMLInputElement>(null)
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => field.current?.focus(), [])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address)
      setIsCopied(true)
    } catch {
      // The browser denied clipboard access. The text is selected, so that the user can copy it.
      field.current?.select()
    }
  }
  return (
    <div className="rounded-lg border border-input bg-background p-4">
      <p className="font-semibold">{`Address for ${name}`}</p>
      <p className="mt-1 text-muted-foreground">
        Shown only once. Anyone with this address can see your visits, so don’t share it.
      </p>
      <div className="mt-3 flex gap-2">
        <Input
          ref={field}
          readOnly
          value={address}
          aria-label="Calendar address"
          className="min-w-0 font-mono"
          onFocus={({ target }) => target.select()}
        />
        <Button onClick={() => void copy()} className="flex-none">
          <Icon name={isCopied ? 'check' : 'copy'} size={16} />
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      <p className="mt-3">
        <a href={address.replace(/^https?:/, 'webcal:')} className={getButtonClass('quiet')}>
          <Icon name="calendar" size={16} />
          Open in your calendar app
        </a>
      </p>
    </div>
  )
}

const FAILED_MESSAGE = 'Something went wrong. Try again in a minute.'

function CreateFeedForm({ reader, onCreated }: { reader: Reader; onCreated: (made: CreatedFeed) => void }) {
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(feedInput),
    defaultValues: { name: '' },
  })
  const { errors, isSubmitting } = formState
  const cache = useQueryClient()
  const { send, isCancelled } = useReverified((input: FeedInput) => sendChange<CreatedFeed>('feeds', 'POST', input))
  const createFeed = handleSubmit(async (input) => {
    try {
      const response: CreatedFeed | Failure = await send(input)
      const { data } = createdFeedResponse.safeParse(response)
      if (!data) return setError('name', { message: 'error' in response ? response.error : FAILED_MESSAGE })
      onCreated(data)
      await cache.invalidateQueries({ queryKey: buildQueryKey('feeds', reader) })
    } catch (failure) {
      if (!isCancelled(failure)) setError('name', { message: FAILED_MESSAGE })
    }
  })
  return (
    <form onSubmit={createFeed} noValidate className="flex flex-wrap items-start gap-3">
      <div className="min-w-52 flex-1">
        <TextField
          {...register('name')}
          label="Name"
          required
          maxLength={80}
          autoComplete="off"
          placeholder="Office calendar"
          error={errors.name?.message}
        />
      </div>
      <Button type="submit" disabled={isSubmitting} className="mt-7">
        Create address
      </Button>
    </form>
  )
}

type FeedsProps = { feeds: ListedFeed[]; timeZone: string; onRevoke: (feed: ListedFeed) => void }

function Feeds({ feeds, timeZone, onRevoke }: FeedsProps) {
  const { getName } = useMembers()
  if (feeds.length === 0) return <p className="text-muted-foreground">No active addresses.</p>
  const getCreatorName = ({ createdById }: ListedFeed) => (createdById ? getName(createdById) : 'a former member')
  return (
    <ul className="grid">
      {feeds.map((feed) => (
        <li
          key={feed.id}
          className="flex items-center justify-between gap-4 border-t border-border py-2 first:border-t-0"
        >
          <div className="min-w-0">
            <p className="truncate font-semibold">{feed.name}</p>
            <p className="text-muted-foreground">
              {`Created ${getCreatorName(feed) ? `by ${getCreatorName(feed)} ` : ''}on ${formatDate(feed.createdAt, timeZone)} · `}
              {feed.lastUsedAt ? `last used ${formatDateTime(feed.lastUsedAt, timeZone)}` : 'not used yet'}
            </p>
          </div>
          {feed.mayRevoke && (
            <Button variant="quiet" aria-label={`Revoke ${feed.name}`} onClick={() => onRevoke(feed)}>
              Revoke
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

type Props = { reader: Reader; timeZone: string; onClose: () => void }

export function SubscribeDialog({ reader, timeZone, onClose }: Props) {
  const [newFeed, setNewFeed] = useState<CreatedFeed>()
  const { ask, dialog } = useConfirmDialog()
  const revoke = useOptimisticMutation<ListedFeed, object>({
    send: ({ id }) => sendChange(`feeds/${id}`, 'DELETE'),
    changes: [
      buildCachedChange<FeedList, ListedFeed>(buildQueryKey('feeds', reader), ({ feeds }, { id }) => ({
        feeds: feeds.filter((feed) => feed.id !== id),
      })),
    ],
    buildToast: ({ name }) => ({
      title: `Revoked: ${name}`,
      description: 'Calendars can’t read it anymore.',
      tone: 'accent',
    }),
  })
  const confirmRevoke = async (feed: ListedFeed) => {
    const isConfirmed = await ask({
      title: `Revoke ${feed.name}?`,
      description: 'Calendars stop updating right away. This can’t be undone, but you can create a new address.',
      isDestructive: true,
      confirm: 'Revoke address',
      cancel: 'Cancel',
    })
    if (!isConfirmed) return
    setNewFeed((current) => (current?.feed.id === feed.id ? undefined : current))
    revoke.mutate(feed)
  }
  return (
    <Dialog
      isOpen
      onOpenChange={(open) => !open && onClose()}
      title="Sync to your calendar"
      description="Google Calendar, Outlook and phones show your visits from a secret address, with customers’ names, numbers and addresses. They update periodically and can’t make changes."
    >
      <div className="grid gap-5">
        {newFeed ? (
          <NewFeedUrl key={newFeed.feed.id} address={newFeed.address} name={newFeed.feed.name} />
        ) : (
          <CreateFeedForm reader={reader} onCreated={setNewFeed} />
        )}
        <div>
          <h3 className="mb-1 text-base leading-tight tracking-normal">Active addresses</h3>
          <p className="mb-2 text-muted-foreground">
            You can revoke your own. Anyone who can change settings can revoke the others.
          </p>
          <QueryResult
            subject="The list of addresses"
            query={buildDashboardQuery('feeds', feedList, reader)}
            hasFailed={false}
          >
            {({ feeds }) => <Feeds feeds={feeds} timeZone={timeZone} onRevoke={(feed) => void confirmRevoke(feed)} />}
          </QueryResult>
        </div>
        {dialog}
      </div>
    </Dialog>
  )
}
