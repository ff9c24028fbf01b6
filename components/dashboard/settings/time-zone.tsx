'use client'

import { useEffect, useMemo, useState } from 'react'
import { formatDay, formatTime } from '@/lib/time/zone.ts'
import { Panel } from '../../ui/panel.tsx'
import { Combobox } from '../../ui/combobox.tsx'

/** How often the clock is looked at, in milliseconds. */
const TICK = 10_000

/** The present moment; undefined on the server, whose clock may show another minute. */
function useNow(): Date | undefined {
  const [now, setNow] = useState<Date>()
  useEffect(() => {
    const look = () => setNow(new Date())
    look()
    const timer = setInterval(look, TICK)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** Zones where most of the companies are; they come first. */
const UNITED_STATES = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
]

const labelOf = (zone: string) => zone.replaceAll('_', ' ')

/** Every zone that this browser knows, and the one that is chosen, which it may have another name for. */
function zonesWith(chosen: string): { value: string; label: string }[] {
  const others = Intl.supportedValuesOf('timeZone').filter((zone) => !UNITED_STATES.includes(zone))
  return [...new Set([...UNITED_STATES, chosen, ...others])].map((value) => ({ value, label: labelOf(value) }))
}

type TimeZoneProps = { timeZone: string; onChange: (timeZone: string) => void; isDisabled: boolean }

/** In which zone the company is. */
export function TimeZonePanel({ timeZone, onChange, isDisabled }: TimeZoneProps) {
  const now = useNow()
  const zones = useMemo(() => zonesWith(timeZone), [timeZone])
  return (
    <Panel title="Time zone" note="All times of this dashboard, and those that callers are offered, are in this zone.">
      <div className="max-w-112">
        <Combobox
          label="Time zone"
          isLabelHidden
          options={zones}
          value={timeZone}
          onChange={(zone) => zone && onChange(zone)}
          nothingFound="No zone has this name. Try the nearest large city."
          isDisabled={isDisabled}
        />
        <p className="mt-2 min-h-[1lh] text-muted-foreground">
          {now && `It is ${formatTime(now, timeZone)} there now, ${formatDay(now, timeZone)}.`}
        </p>
      </div>
    </Panel>
  )
}
