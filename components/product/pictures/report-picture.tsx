import { fill } from '../../ui/fill.tsx'
import type { PictureProps } from './picture.ts'

type Line = NonNullable<PictureProps<'reportPicture'>['picture']['lines']>[number]

const sum = (lines: Line[], name: 'calls' | 'jobs') => lines.reduce((total, line) => total + (line[name] ?? 0), 0)

const share = (part: number, whole: number) => `${whole > 0 ? Math.round((part / whole) * 100) : 0}%`

const columns = 'grid grid-cols-[minmax(0,1fr)_4rem_4rem] items-baseline'

type FiguresProps = { calls: number; jobs: number; words: PictureProps['words']['product'] }

function Figures({ calls, jobs, words }: FiguresProps) {
  return (
    <>
      <dd className="data text-right">
        <span className="sr-only">{words.reportCalls}: </span>
        {calls}
      </dd>
      <dd className="data text-right text-accent">
        <span className="sr-only">{words.reportJobs}: </span>
        {jobs}
      </dd>
    </>
  )
}

/** A month by where its calls came from: a bar as long as the calls, and on it the jobs among them in ice. */
export function ReportPicture({ picture, words }: PictureProps<'reportPicture'>) {
  const { month, business, lines: given } = picture
  const lines = given ?? []
  const most = Math.max(0, ...lines.map(({ calls }) => calls ?? 0))
  const { reportTitle, reportTotal, reportCalls, reportJobs } = words.product
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
              <Figures calls={calls ?? 0} jobs={jobs ?? 0} words={words.product} />
              <dd className="col-span-full mt-2 h-2" aria-hidden="true">
                <span
                  className="bar block h-full overflow-hidden rounded-full bg-input"
                  style={{ width: share(calls ?? 0, most) }}
                >
                  <span className="block h-full bg-accent" style={{ width: share(jobs ?? 0, calls ?? 0) }} />
                </span>
              </dd>
            </div>
          ))}
          <div className={`${columns} mt-5 border-t pt-4 text-card-title font-semibold`}>
            <dt className="font-display">{reportTotal}</dt>
            <Figures calls={sum(lines, 'calls')} jobs={sum(lines, 'jobs')} words={words.product} />
          </div>
        </dl>
      </div>
    </div>
  )
}
