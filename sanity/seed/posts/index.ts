import type { Post } from '../types.ts'
import { afterHoursTriage } from './after-hours-triage.ts'
import { bookingWindows } from './booking-windows.ts'
import { calendarAccess } from './calendar-access.ts'
import { callRecordingConsent } from './call-recording-consent.ts'
import { calendarAddress, morningList, siteSearch } from './changelog.ts'
import { coldSnapSurge } from './cold-snap-surge.ts'
import { dispatchHandoverNotes } from './dispatch-handover-notes.ts'
import { gasSmell } from './gas-smell-and-carbon-monoxide.ts'
import { heatLawCities } from './heat-law-cities.ts'
import { listenToTenCalls } from './listen-to-ten-calls.ts'
import { membershipReminders } from './membership-reminders.ts'
import { missedCallArithmetic } from './missed-call-arithmetic.ts'
import { monsoonSurge } from './monsoon-surge.ts'
import { questionsForVendor } from './questions-for-an-ai-vendor.ts'
import { unsoldEstimates } from './unsold-estimates.ts'

/** Newest first. */
export const posts: Post[] = [
  missedCallArithmetic,
  siteSearch,
  afterHoursTriage,
  gasSmell,
  morningList,
  heatLawCities,
  bookingWindows,
  calendarAddress,
  callRecordingConsent,
  membershipReminders,
  dispatchHandoverNotes,
  listenToTenCalls,
  questionsForVendor,
  monsoonSurge,
  calendarAccess,
  unsoldEstimates,
  coldSnapSurge,
]
