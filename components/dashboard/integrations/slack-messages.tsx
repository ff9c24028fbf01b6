'use client'

import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { channelsResponse } from '@/lib/dashboard/integrations/record.ts'
import type { SlackSettings } from '@/lib/dashboard/model/slack-settings.ts'
import { buildDashboardQuery, type Reader } from '@/lib/dashboard/query/dashboard-query.ts'
import { formatTime } from '@/lib/platform/time/zone.ts'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Loading, LoadError } from '../loading.tsx'
import { useSlackChange, useSlackTest } from './connection-changes.ts'

type ChannelDialogProps = {
  current: SlackSettings['channel']
  reader: Reader
  onChoose: (channel: { id: string; name: string }) => void
  onClose: () => void
}

/** Renders the channel selection. Opening the dialog queries Slack, which the audit log records. */
function ChannelDialog({ current, reader, onChoose, onClose }: ChannelDialogProps) {
  const form = useId()
  const [channelId, setChannelId] = useState(current?.id ?? null)
  const { data, isError, isFetching, refetch } = useQuery({
    ...buildDashboardQuery('integrations/slack/channels', channelsResponse, reader),
    // Live changes must not refetch this query, because each fetch calls Slack and is recorded in the audit log.
    queryKey: ['Slack channels', reader.organizationId, reader.userId],
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const channel = data?.channels.find(({ id }) => id === channelId)
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Choose a channel"
      description="Messages go to one public channel. Everyone in it can read them."
      actions={
        data && (
          <Button type="submit" form={form} disabled={!channel}>
            Save channel
          </Button>
        )
      }
    >
      {isFetching && <Loading label="Loading your channels" rows={1} />}
      {isError && !isFetching && <LoadError subject="Your channels" retry={() => void refetch()} />}
      {data && !isFetching && (
        <form
          id={form}
          onSubmit={(event) => {
            event.preventDefault()
            if (channel) onChoose(channel)
          }}
        >
          <Combobox
            label="Channel"
            options={data.channels.map(({ id, name }) => ({ value: id, label: `#${name}` }))}
            value={channelId}
            onChange={setChannelId}
            emptyText="No public channel has this name."
          />
          {data.isPartial && (
            <p className="mt-2 text-muted-foreground">
              Your workspace has more channels. This list shows the first {data.channels.length}.
            </p>
          )}
        </form>
      )}
    </Dialog>
  )
}

/** Hours as select options, such as "5:00 PM". */
const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: formatTime(Date.UTC(2026, 0, 1, hour), 'UTC'),
}))

const DEFAULT_SUMMARY_HOUR = 17

type Props = {
  messages: SlackSettings
  reader: Reader
  canManage: boolean
}

function ChannelRow({ messages, reader, canManage }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const change = useSlackChange(reader)
  const test = useSlackTest(reader)
  const { channel } = messages
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <div className="min-w-0">
        <p className="font-medium">{channel ? `Posts to #${channel.name}` : 'No channel yet'}</p>
        {!channel && <p className="text-muted-foreground">Nothing is posted until you choose a channel.</p>}
      </div>
      {canManage && (
        <div className="flex flex-wrap gap-2">
          <Button {...(channel && { variant: 'quiet' })} onClick={() => setIsOpen(true)}>
            {channel ? 'Change channel' : 'Choose a channel'}
          </Button>
          {channel && (
            <Button variant="quiet" disabled={test.isPending} onClick={() => test.mutate(undefined)}>
              {test.isPending ? 'Sending…' : 'Send test message'}
            </Button>
          )}
        </div>
      )}
      {isOpen && (
        <ChannelDialog
          current={channel}
          reader={reader}
          onClose={() => setIsOpen(false)}
          onChoose={(selected) => {
            setIsOpen(false)
            change.mutate({ channel: selected })
          }}
        />
      )}
    </div>
  )
}

/** Renders the channel and the switches of what is posted. */
export function SlackMessages({ messages, reader, canManage }: Props) {
  const change = useSlackChange(reader)
  const { needsAttention, booked, summaryHour, includesCaller } = messages
  return (
    <div className="grid gap-5">
      <ChannelRow messages={messages} reader={reader} canManage={canManage} />
      <Switch
        label="Calls that need attention"
        description="Posts as soon as a call needs someone, such as a promised callback."
        isOn={needsAttention}
        isDisabled={!canManage}
        onChange={(isOn) => change.mutate({ needsAttention: isOn })}
      />
      <Switch
        label="Booked visits"
        description="Posts the time of each visit when it is confirmed."
        isOn={booked}
        isDisabled={!canManage}
        onChange={(isOn) => change.mutate({ booked: isOn })}
      />
      <div>
        <Switch
          label="Daily summary"
          description="Posts the day’s calls answered, booked, and still waiting. After its hour, today’s summary is sent right away."
          isOn={summaryHour !== null}
          isDisabled={!canManage}
          onChange={(isOn) => change.mutate({ summaryHour: isOn ? DEFAULT_SUMMARY_HOUR : null })}
        />
        {summaryHour !== null && (
          <Select
            className="mt-3 max-w-48"
            label="Time of the summary"
            options={HOURS}
            value={String(summaryHour)}
            isDisabled={!canManage}
            onChange={(hour) => change.mutate({ summaryHour: Number(hour) })}
          />
        )}
      </div>
      <Switch
        label="Include the caller’s name and number"
        description="Off: messages contain the time, the outcome and a link, but nothing about the caller."
        isOn={includesCaller}
        isDisabled={!canManage}
        onChange={(isOn) => change.mutate({ includesCaller: isOn })}
      />
    </div>
  )
}
