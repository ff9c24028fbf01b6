import { stegaClean } from 'next-sanity'
import { addDays, formatDayKey, formatWindow, isDayKey } from '@/lib/platform/time/zone.ts'
import { DayHead, HourLabels, toCssLength, toPosition, VisitText } from '../../dashboard/appointments/week.tsx'
import { fill } from '../../ui/fill.tsx'
import { Icon } from '../../ui/icon.tsx'
import { type PictureProps, getPhoneHiddenClass, type PictureOf } from './picture.ts'

export function BusinessProfilePicture({ picture, labels }: PictureProps<'businessProfilePicture'>) {
  const { search, business, lines = [] } = picture
  const { before, after: now, missing } = labels.product
  return (
    <div className="flex flex-col overflow-hidden rounded-2xl panel">
      {search && (
        <p className="flex items-center gap-3 border-b bg-muted px-5 py-3 text-muted-foreground">
          <Icon name="search" size={18} />
          {search}
        </p>
      )}
      <div className="flex flex-1 flex-col px-5 pt-4 pb-2 sm:px-7 sm:pt-5">
        <p className="font-display text-xl leading-tight font-semibold">{business}</p>
        <p className="mt-3 grid grid-cols-2 gap-x-4 pb-2 font-semibold" aria-hidden="true">
          <span className="text-primary">{before}</span>
          <span className="text-accent">{now}</span>
        </p>
        <dl className="grid flex-1">
          {lines.map(({ _key, label, before: previousText, after }) => (
            <div key={_key} className="grid grid-cols-2 content-center gap-x-4 border-t py-2 leading-snug">
              <dt className="col-span-full text-muted-foreground">{label}</dt>
              <dd>
                <span className="sr-only">{before}: </span>
                {stegaClean(previousText) ? previousText : missing}
              </dd>
              <dd className="font-medium">
                <span className="sr-only">{now}: </span>
                {after}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
  )
}

const SHORT_LIST_LENGTH = 2

export function TownPagePicture({ picture, isHero }: PictureProps<'townPagePicture'>) {
  const { address, title, sections = [] } = picture
  return (
    <div className="overflow-hidden rounded-2xl panel">
      <p className="data truncate border-b bg-muted px-5 py-3 text-muted-foreground">{address}</p>
      <div className="px-5 pt-6 pb-2 sm:px-7">
        <p className="font-display text-2xl leading-tight font-semibold">{title}</p>
        <ul className="mt-5">
          {sections.map(({ _key, title: heading, text }, index) => (
            <li
              key={_key}
              className={`grid grid-cols-[1.25rem_minmax(0,1fr)] gap-3 border-t py-4 leading-snug ${getPhoneHiddenClass(isHero && index >= SHORT_LIST_LENGTH)}`}
            >
              <Icon name="check" size={18} className="mt-0.5 text-accent" />
              <span>
                <span className="block font-semibold">{heading}</span>
                <span className="mt-1 block text-muted-foreground">{text}</span>
              </span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

type Line = NonNullable<PictureProps<'reportPicture'>['picture']['lines']>[number]

const sum = (lines: Line[], name: 'calls' | 'jobs') => lines.reduce((total, line) => total + (line[name] ?? 0), 0)

const formatShare = (part: number, total: number) => `${total > 0 ? Math.round((part / total) * 100) : 0}%`

const columns = 'grid grid-cols-[minmax(0,1fr)_4rem_4rem] items-baseline'

type ReportTotalsProps = { calls: number; jobs: number; labels: PictureProps['labels']['product'] }

function ReportTotals({ calls, jobs, labels }: ReportTotalsProps) {
  return (
    <>
      <dd className="data text-right">
        <span className="sr-only">{labels.reportCalls}: </span>
        {calls}
      </dd>
      <dd className="data text-right text-accent">
        <span className="sr-only">{labels.reportJobs}: </span>
        {jobs}
      </dd>
    </>
  )
}

export function ReportPicture({ picture, labels }: PictureProps<'reportPicture'>) {
  const { month, business, lines: reportLines } = picture
  const lines = reportLines ?? []
  const maxCalls = Math.max(0, ...lines.map(({ calls }) => calls ?? 0))
  const { reportTitle, reportTotal, reportCalls, reportJobs } = labels.product
  return (
    <div className="overflow-hidden rounded-2xl panel">
      <p className="flex flex-wrap justify-between gap-x-4 border-b bg-muted px-5 py-3 text-muted-foreground sm:px-7">
        <span>{fill(reportTitle, { month })}</span>
        <span>{business}</span>
      </p>
      <div className="px-5 py-4 sm:px-7">
        <p className={`${columns} text-right leading-tight font-semibold`} aria-hidden="true">
          <span />
          <span>{reportCalls}</span>
          <span className="text-accent">{reportJobs}</span>
        </p>
        <dl className="leading-snug">
          {lines.map(({ _key, label, calls, jobs }) => (
            <div key={_key} className={`${columns} pt-4`}>
              <dt className="font-medium">{label}</dt>
              <ReportTotals calls={calls ?? 0} jobs={jobs ?? 0} labels={labels.product} />
              <dd className="col-span-full mt-2 h-2" aria-hidden="true">
                <span
                  className="bar block h-full overflow-hidden rounded-full bg-input"
                  style={{ width: formatShare(calls ?? 0, maxCalls) }}
                >
                  <span className="block h-full bg-accent" style={{ width: formatShare(jobs ?? 0, calls ?? 0) }} />
                </span>
              </dd>
            </div>
          ))}
          <div className={`${columns} mt-5 border-t pt-4 text-card-title font-semibold`}>
            <dt className="font-display">{reportTotal}</dt>
            <ReportTotals calls={sum(lines, 'calls')} jobs={sum(lines, 'jobs')} labels={labels.product} />
          </div>
        </dl>
      </div>
    </div>
  )
}

const DAY_COUNT = 5

const [NARROW_DAY_COUNT, MEDIUM_DAY_COUNT] = [2, 3]

function getHiddenClass(index: number): string {
  if (index < NARROW_DAY_COUNT) return ''
  return index < MEDIUM_DAY_COUNT ? '@max-md:hidden' : '@max-2xl:hidden'
}

type Visit = NonNullable<PictureOf<'weekPicture'>['visits']>[number]

/** Returns the minutes since midnight of a time such as "08:30". Returns undefined for an empty field of a draft. */
function parseMinutes(time: string | undefined): number | undefined {
  const [, hours, minutes] = /^(\d{2}):(\d{2})$/.exec(stegaClean(time) ?? '') ?? []
  return hours && minutes ? Number(hours) * 60 + Number(minutes) : undefined
}

const placeVisits = (visits: Visit[]) =>
  visits.flatMap((visit) => {
    const [from, to] = [parseMinutes(visit.from), parseMinutes(visit.to)]
    return from !== undefined && to !== undefined && from < to ? [{ visit, from, to }] : []
  })

type WeekVisitProps = { placedVisit: ReturnType<typeof placeVisits>[number]; day: string; hours: { from: number } }

function WeekVisit({ placedVisit: { visit, from, to }, day, hours }: WeekVisitProps) {
  const times = [visit.from, visit.to].map((time) => `${day}T${stegaClean(time)}Z`) as [string, string]
  return (
    <li className="cal-window" style={toPosition({ from, to, lane: 0, lanes: 1 }, hours)}>
      <div className="cal-row h-full">
        <div
          className={`cal-visit ${visit.isFilled ? 'border-accent' : 'text-foreground'}`}
          data-state={visit.isFilled ? 'confirmed' : 'done'}
        >
          <VisitText
            time={<time dateTime={stegaClean(visit.from)}>{formatWindow(...times, 'UTC')}</time>}
            customer={visit.customer}
            technician={visit.technician}
            job={visit.job}
          />
        </div>
      </div>
    </li>
  )
}

export function WeekPicture({ picture }: PictureProps<'weekPicture'>) {
  const monday = stegaClean(picture.monday) ?? ''
  const placedVisits = placeVisits(picture.visits ?? [])
  if (!isDayKey(monday) || placedVisits.length === 0) return null
  const days = Array.from({ length: DAY_COUNT }, (_, index) => addDays(monday, index))
  const hours = {
    from: Math.floor(Math.min(...placedVisits.map(({ from }) => from)) / 60),
    to: Math.ceil(Math.max(...placedVisits.map(({ to }) => to)) / 60),
  }
  return (
    <div className="cal [--days:5] [--hour:5.25rem] @max-2xl:[--days:3] @max-md:[--days:2]">
      <div className="cal-heads" aria-hidden="true">
        {days.map((day, index) => (
          <DayHead key={day} day={day} className={getHiddenClass(index)} />
        ))}
      </div>
      <div className="cal-body overflow-clip">
        <HourLabels hours={hours} />
        <div className="cal-days" style={{ height: toCssLength((hours.to - hours.from) * 60) }}>
          {days.map((day, index) => (
            <div key={day} className={`cal-day ${getHiddenClass(index)}`}>
              <p className="sr-only">{formatDayKey(day, 'long')}</p>
              <ol>
                {placedVisits
                  .filter(({ visit }) => visit.day === index)
                  .map((each) => (
                    <WeekVisit key={each.visit._key} placedVisit={each} day={day} hours={hours} />
                  ))}
              </ol>
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}
