'use client'

import { calendarAddress } from '@/lib/appointments/calendar.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useAddressState } from '../use-address-state.ts'
import { loadDialogs } from './calendar-dialogs.ts'

/** What can be done on the calendar; the dialogs are opened by the address. */
export function CalendarActions() {
  const [{ page }, setAddress] = useAddressState(calendarAddress)
  return (
    <div className="contents" onPointerOver={loadDialogs} onFocus={loadDialogs}>
      <Button variant="quiet" onClick={() => setAddress({ subscribe: '', page })}>
        <Icon name="calendar" size={16} />
        Subscribe
      </Button>
      <Button onClick={() => setAddress({ new: '', page })}>
        <Icon name="plus" size={16} />
        New visit
      </Button>
    </div>
  )
}
